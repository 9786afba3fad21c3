import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { environment } from '../../api/system/environment.ts';
import { serveSettings } from '../../cli/serveSettings.ts';

afterEach(() => void vi.unstubAllEnvs());

/** The settings of `cutroom serve` with only these variables set. */
function settingsOf(variables: Record<string, string>) {
  for (const name of named) vi.stubEnv(name, variables[name] ?? '');
  return serveSettings(environment());
}

/** The variables documented in the README. */
const table = readFileSync('README.md', 'utf8').split('## Environment variables')[1]?.split('\n## ')[0] ?? '';
const named = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+)/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);

const oidc = {
  CUTROOM_OIDC_ISSUER: 'https://login.example.org',
  CUTROOM_OIDC_CLIENT_ID: 'cutroom',
  CUTROOM_OIDC_CLIENT_SECRET: 'x',
};

/** An invalid value of each restricted variable, and the message. */
const wrong: [variables: Record<string, string>, sentence: string][] = [
  [{ PORT: '70000' }, 'The port in --port or PORT must be a whole number up to 65535, not "70000".'],
  [{ PORT: 'x' }, 'not "x"'],
  [{ CUTROOM_ROLE: 'server' }, 'CUTROOM_ROLE must be web, worker or all, not "server".'],
  [{ CUTROOM_WORKERS: '-1' }, 'CUTROOM_WORKERS must be a whole number up to 64, not "-1".'],
  [{ CUTROOM_UPLOAD_HOURS: '1.5' }, 'CUTROOM_UPLOAD_HOURS must be a whole number up to 8760, not "1.5".'],
  [{ CUTROOM_UPLOAD_DAYS: 'never' }, 'CUTROOM_UPLOAD_DAYS must be a whole number'],
  [{ CUTROOM_UPLOADS_PER_HOUR: '1e3' }, 'CUTROOM_UPLOADS_PER_HOUR must be a whole number'],
  [{ CUTROOM_UPLOAD_GB: '50GB' }, 'CUTROOM_UPLOAD_GB must be a whole number up to 1000000, not "50GB".'],
  [{ CUTROOM_FREE_MB: '0x10' }, 'CUTROOM_FREE_MB must be a whole number'],
  [{ CUTROOM_FONTS: 'no' }, 'CUTROOM_FONTS must be on or off, not "no".'],
  [{ CUTROOM_LINKS: 'false' }, 'CUTROOM_LINKS must be on or off, not "false".'],
  [{ CUTROOM_ACCOUNTS: 'none' }, 'CUTROOM_ACCOUNTS must be on or off, not "none".'],
  [
    { CUTROOM_URL: 'video.example.org' },
    'CUTROOM_URL must be an address such as https://video.example.org, not "video.example.org".',
  ],
  [{ CUTROOM_SMTP: 'mail.example.org' }, 'CUTROOM_SMTP must be an address such as smtp://'],
  [{ CUTROOM_SMTP: 'smtp://mail.example.org' }, 'CUTROOM_SMTP also needs CUTROOM_URL'],
  [
    { CUTROOM_OIDC_ISSUER: 'https://login.example.org' },
    'Single sign-on needs CUTROOM_OIDC_ISSUER, CUTROOM_OIDC_CLIENT_ID',
  ],
  [{ ...oidc, CUTROOM_OIDC_ISSUER: 'login.example.org' }, 'CUTROOM_OIDC_ISSUER must be an address such as'],
  [oidc, 'CUTROOM_OIDC_ISSUER also needs CUTROOM_URL'],
  [{ CUTROOM_FORMATS: 'mkv, wmv' }, 'CUTROOM_FORMATS must list some of avi, mkv, ts, 3gp, not "wmv".'],
  [{ CUTROOM_YTDLP: '/no/yt-dlp' }, 'CUTROOM_YTDLP must be the path of a program. There is none at "/no/yt-dlp".'],
  [{ CUTROOM_SPEECH: 'localhost' }, 'CUTROOM_SPEECH must be off, an address'],
  [{ CUTROOM_SPEECH_MODEL: 'tiny' }, 'CUTROOM_SPEECH_KEY and CUTROOM_SPEECH_MODEL require an address'],
  [{ DATABASE_URL: 'mysql://me:secret@host/x' }, 'DATABASE_URL must be an address such as postgres://'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http'],
  [
    { CUTROOM_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' },
    'CUTROOM_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64.',
  ],
  [{ S3_REGION: 'x' }, 'An S3 store also needs S3_BUCKET and'],
];

describe('the environment variables of the service', () => {
  it.each(wrong)('are checked at start: %j is rejected', (variables, sentence) => {
    expect(() => settingsOf(variables)).toThrow(sentence);
    expect(() => settingsOf(variables)).not.toThrow('secret');
  });

  it('have the defaults that the README documents', () => {
    const { port, role, workers, uploadLimits, diskFloor, links, speech, s3, ...rest } = settingsOf({});
    expect({ port, role, workers, diskFloor }).toEqual({ port: 3000, role: 'all', workers: 1, diskFloor: 64e6 });
    expect(uploadLimits).toEqual({ hours: 24, days: 90, perHour: 5000, storedBytes: 50e9 });
    expect([links, speech, s3]).toEqual([{ allowed: true, hosts: [], ytDlp: undefined }, {}, undefined]);
    expect(rest).toMatchObject({ hosts: [], proxies: [], images: {}, dataDir: `${process.cwd()}/data` });
    for (const usual of ['3000, all', '1', '64', '24 (0: forever)', '90 (0: never)', '5000 (0: any)', '50 (0: any)'])
      expect(table).toContain(`| ${usual} `);
  });

  it('reach their settings', () => {
    const set = settingsOf({
      ...{
        PORT: '4000',
        HOST: '127.0.0.1',
        CUTROOM_HOSTS: 'a.org, .b.org',
        CUTROOM_PROXIES: '10.0.0.1',
        DATA_DIR: '/d',
      },
      ...{ DATABASE_URL: 'postgres://h/x', CUTROOM_ROLE: 'web', CUTROOM_WORKERS: '3', CUTROOM_UPLOAD_HOURS: '1' },
      ...{ CUTROOM_UPLOAD_DAYS: '0', CUTROOM_UPLOADS_PER_HOUR: '0', CUTROOM_UPLOAD_GB: '2', CUTROOM_FREE_MB: '100' },
      ...{ CUTROOM_IMAGES: 'icons', CUTROOM_LINKS: 'off', CUTROOM_LINK_HOSTS: 'm.lan:8080', CUTROOM_SPEECH: 'off' },
      ...{ CUTROOM_YTDLP: process.execPath, CUTROOM_FONTS: 'on' },
    });
    expect(set).toMatchObject({
      ...{ port: 4000, host: '127.0.0.1', hosts: ['a.org', '.b.org'], proxies: ['10.0.0.1'], dataDir: '/d' },
      ...{ databaseUrl: 'postgres://h/x', role: 'web', workers: 0, diskFloor: 100e6, speech: { allowed: false } },
      uploadLimits: { hours: 1, days: 0, perHour: 0, storedBytes: 2e9 },
      images: { sources: ['icons'] },
      links: { allowed: false, hosts: ['m.lan:8080'], ytDlp: process.execPath },
    });
    vi.stubEnv('PORT', '5000');
    expect(serveSettings(environment(), { port: '0', data: '/e', workers: '2' })).toMatchObject({
      ...{ port: 0, dataDir: '/e', workers: 0 },
    });
  });
});
