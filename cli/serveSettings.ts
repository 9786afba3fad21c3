import { resolve } from 'node:path';
import { speechSettingsOf } from '../api/speech/speechSettings.ts';
import type { environment } from '../api/system/environment.ts';
import { findProgram } from '../api/system/findProgram.ts';
import { type LogOptions, logFormats, logLevels } from '../api/system/logSettings.ts';
import { s3SettingsOf } from '../api/system/s3Settings.ts';
import { sandboxModes } from '../api/system/sandbox.ts';
import { isWebhookSecret } from '../api/system/webhookSignature.ts';
import { optionalFormats } from '../engine/project/formats.ts';
import { UsageError } from './output.ts';

/** The flags of `cutroom serve` as strings; each overrides its variable. */
export interface ServeFlags {
  port?: string;
  host?: string;
  data?: string;
  workers?: string;
}

/**
 * Parses the settings of the service. @throws UsageError for an invalid setting, with its name and valid values; Error
 * for one of S3_… and CUTROOM_SPEECH….
 */
export function serveSettings(env: ReturnType<typeof environment>, flags: ServeFlags = {}) {
  const role = roleOf(env.role);
  checkFormats(listOf(env.formats));
  checkSwitches(env.switches);
  oneOf(sandboxModes, env.sandbox, 'CUTROOM_SANDBOX');
  checkCollector(env.tracesEndpoint);
  return {
    role,
    log: logOf(env.log),
    port: numberOf(flags.port ?? env.port, 3000, 65_535, 'port in --port or PORT'),
    host: flags.host ?? env.host,
    hosts: listOf(env.hosts),
    proxies: listOf(env.proxies),
    images: { sources: env.images === undefined ? undefined : listOf(env.images) },
    links: { allowed: env.fetchesLinks, hosts: listOf(env.linkHosts), ytDlp: programOf('CUTROOM_YTDLP', env.ytDlp) },
    speech: speechSettingsOf(env.speech),
    dataDir: resolve(flags.data ?? env.dataDir ?? 'data'),
    databaseUrl: databaseOf(env.databaseUrl),
    s3: s3SettingsOf(env.s3),
    accounts: { ...accountsOf(env.accounts), operatorToken: env.operatorToken },
    webhooks: webhooksOf(env.webhooks, role),
    uploadLimits: {
      hours: numberOf(env.uploadHours, 24, 8760, 'number of hours in CUTROOM_UPLOAD_HOURS'),
      days: numberOf(env.uploadDays, 90, 36_500, 'number of days in CUTROOM_UPLOAD_DAYS'),
      perHour: numberOf(env.uploadsPerHour, 5000, 1e9, 'number of uploads in CUTROOM_UPLOADS_PER_HOUR'),
      storedBytes: 1e9 * numberOf(env.uploadGigabytes, 50, 1e6, 'number of gigabytes in CUTROOM_UPLOAD_GB'),
    },
    quota: quotaOf(env.quota),
    diskFloor: 1e6 * numberOf(env.freeMegabytes, 64, 1e7, 'number of megabytes in CUTROOM_FREE_MB'),
    workers:
      role === 'web'
        ? 0
        : numberOf(flags.workers ?? env.workers, 1, 64, 'number of workers in --workers or CUTROOM_WORKERS'),
  };
}

/** web: pages and API, without rendering; worker: no pages; all (default): everything. */
function roleOf(text = 'all'): 'web' | 'worker' | 'all' {
  return oneOf(['web', 'worker', 'all'], text, 'CUTROOM_ROLE');
}

/** Quotas per party; none without a variable. */
function quotaOf({ gigabytes, jobs, minutesPerDay, minutesPerMonth }: ReturnType<typeof environment>['quota']) {
  return {
    bytes: 1e9 * numberOf(gigabytes, 0, 1e6, 'number of gigabytes in CUTROOM_QUOTA_GB'),
    jobs: numberOf(jobs, 0, 1e6, 'number of videos in CUTROOM_QUOTA_JOBS'),
    minutesPerDay: numberOf(minutesPerDay, 0, 1e6, 'number of minutes in CUTROOM_QUOTA_MINUTES_DAY'),
    minutesPerMonth: numberOf(minutesPerMonth, 0, 1e6, 'number of minutes in CUTROOM_QUOTA_MINUTES_MONTH'),
  };
}

/** Defaults to JSON if stderr is not a terminal. */
function logOf({ format, level = 'info' }: ReturnType<typeof environment>['log']): LogOptions {
  const usual = process.stderr.isTTY ? 'text' : 'json';
  return { format: oneOf(logFormats, format ?? usual, 'LOG_FORMAT'), level: oneOf(logLevels, level, 'LOG_LEVEL') };
}

function oneOf<T extends string>(words: readonly T[], text: string, name: string): T {
  const found = words.find((word) => word === text);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not "${text}".`);
}

function checkFormats(formats: readonly string[]): void {
  const ids = optionalFormats.map(({ id }) => id);
  const unknown = formats.find((format) => !ids.includes(format));
  if (unknown !== undefined)
    throw new UsageError(`CUTROOM_FORMATS must list some of ${ids.join(', ')}, not "${unknown}".`);
}

/** Rejects unknown values, so that a typo never leaves something allowed. */
function checkSwitches(switches: Readonly<Record<string, string | undefined>>): void {
  const wrong = Object.entries(switches).find(([, text = 'on']) => text !== 'on' && text !== 'off');
  if (wrong) throw new UsageError(`${wrong[0]} must be on or off, not "${wrong[1]}".`);
}

/** With an invalid address, the library would send to this machine instead. */
function checkCollector(text: string | undefined): void {
  if (text === undefined || (/^https?:\/\//.test(text) && URL.canParse(text))) return;
  // The value is not shown, because it may contain a password.
  throw new UsageError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318.');
}

function programOf(name: string, text: string | undefined): string | undefined {
  if (text !== undefined && findProgram(text) === undefined)
    throw new UsageError(`${name} must be the path of a program. There is none at "${text}".`);
  return text;
}

function databaseOf(text: string | undefined): string | undefined {
  if (text === undefined || /^(?:postgres(?:ql)?:|socket:|\/)/.test(text)) return text;
  // The value is not shown, because it may contain a password.
  throw new UsageError('DATABASE_URL must be an address such as postgres://name:password@localhost:5432/cutroom.');
}

/** Workers may be scaled down at any time, so other roles send webhooks. */
function webhooksOf({ secret, hosts }: ReturnType<typeof environment>['webhooks'], role: 'web' | 'worker' | 'all') {
  if (secret !== undefined && !isWebhookSecret(secret))
    throw new UsageError('CUTROOM_WEBHOOK_SECRET must be whsec_ and 24 to 64 random bytes in base64.');
  return { secret, hosts: listOf(hosts), isSender: role !== 'worker' };
}

/** Links in emails need the operator's address, because a request's Host header can be forged. */
function accountsOf({ allowed, publicUrl, smtp, from, oidc }: ReturnType<typeof environment>['accounts']) {
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(publicUrl))
    throw new UsageError(`CUTROOM_URL must be an address such as https://video.example.org, not "${publicUrl}".`);
  // The value is not shown, because it may contain a password.
  if (smtp !== undefined && !(/^smtps?:\/\//.test(smtp) && URL.canParse(smtp)))
    throw new UsageError('CUTROOM_SMTP must be an address such as smtp://name:password@mail.example.org:587.');
  if (smtp !== undefined && publicUrl === undefined)
    throw new UsageError('CUTROOM_SMTP also needs CUTROOM_URL, the target of the links in emails.');
  const singleSignOn = singleSignOnOf(oidc);
  if (singleSignOn && publicUrl === undefined)
    throw new UsageError('CUTROOM_OIDC_ISSUER also needs CUTROOM_URL, to which the provider redirects users.');
  return { allowed, publicUrl: publicUrl?.replace(/\/$/, ''), smtp, from, singleSignOn };
}

function singleSignOnOf({ issuer, clientId, clientSecret, name }: ReturnType<typeof environment>['accounts']['oidc']) {
  if (!(issuer || clientId || clientSecret)) return undefined;
  if (!issuer || !clientId || !clientSecret)
    throw new UsageError(
      'Single sign-on needs CUTROOM_OIDC_ISSUER, CUTROOM_OIDC_CLIENT_ID and CUTROOM_OIDC_CLIENT_SECRET.',
    );
  if (!/^https?:\/\/[^?#]+$/.test(issuer) || !URL.canParse(issuer))
    throw new UsageError(`CUTROOM_OIDC_ISSUER must be an address such as https://login.example.org, not "${issuer}".`);
  return { issuer, clientId, clientSecret, name: name ?? 'single sign-on' };
}

function listOf(text = ''): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function numberOf(text: string | undefined, usual: number, most: number, what: string): number {
  if (text === undefined || text === '') return usual;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`The ${what} must be a whole number up to ${most}, not "${text}".`);
}
