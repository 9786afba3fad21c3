import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { S3Variables } from './s3Settings.ts';

/**
 * What the programs read of their environment; this is the only place that does. Read at each call, so that a program
 * may set it for itself. Empty counts as absent. What is in the user's home is a getter: a locked-in program has none.
 */
export function environment() {
  const { env } = process;
  const ffmpeg = env.FFMPEG_PATH || 'ffmpeg';
  return {
    /** Path or name of ffmpeg: FFMPEG_PATH, or what the system finds. */
    ffmpeg,
    /** Path or name of ffprobe: FFPROBE_PATH, or the one beside FFMPEG_PATH, or what the system finds. */
    ffprobe: env.FFPROBE_PATH || (env.FFMPEG_PATH ? beside(ffmpeg) : 'ffprobe'),
    /** Whether programs that read users' files are locked in, as it is written: CUTROOM_SANDBOX, see sandbox.ts. */
    sandbox: env.CUTROOM_SANDBOX || 'auto',
    /** Folders in which the system finds programs. */
    path: (env.PATH || '').split(delimiter),
    /** Folder of what can be fetched or made again: CUTROOM_CACHE, or one in the user's home. */
    get cacheDir() {
      return env.CUTROOM_CACHE || join(homedir(), '.cache', 'cutroom');
    },
    /** Whether font families may be fetched: CUTROOM_FONTS is not "off". */
    fetchesFonts: env.CUTROOM_FONTS !== 'off',
    /** As they are written, for those who check them. */
    switches: {
      CUTROOM_FONTS: env.CUTROOM_FONTS || undefined,
      CUTROOM_LINKS: env.CUTROOM_LINKS || undefined,
      CUTROOM_ACCOUNTS: env.CUTROOM_ACCOUNTS || undefined,
    },
    /** Collections of pictures that are searched, as they are written: CUTROOM_IMAGES. */
    images: env.CUTROOM_IMAGES || undefined,
    /** Whether links that people paste, or that projects name, are fetched: CUTROOM_LINKS is not "off". */
    fetchesLinks: env.CUTROOM_LINKS !== 'off',
    /** Hosts that links may lead to though they are not public, as they are written. */
    linkHosts: env.CUTROOM_LINK_HOSTS || undefined,
    /** Formats of videos that are taken as uploads beside the usual ones, as they are written: CUTROOM_FORMATS. */
    formats: env.CUTROOM_FORMATS || undefined,
    /** Path or name of yt-dlp, where pages that say nothing of themselves are read with it. */
    ytDlp: env.CUTROOM_YTDLP || undefined,
    /** See speechSettingsOf. */
    speech: {
      engine: env.CUTROOM_SPEECH || undefined,
      key: env.CUTROOM_SPEECH_KEY || undefined,
      model: env.CUTROOM_SPEECH_MODEL || undefined,
      pocketSphinx: env.POCKETSPHINX_PATH || undefined,
      whisper: env.WHISPER_PATH || undefined,
    },
    /** A token of an account, for scripts: CUTROOM_TOKEN; and the file of those that `cutroom login` keeps. */
    token: env.CUTROOM_TOKEN || undefined,
    get tokensFile() {
      return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cutroom', 'tokens.json');
    },
    /** The secret of whoever runs the server, in place of the one in its data folder. */
    operatorToken: env.CUTROOM_OPERATOR_TOKEN || undefined,
    /** Whether errors of the command line are printed with where they come from: CUTROOM_DEBUG. */
    isDebugging: Boolean(env.CUTROOM_DEBUG),
    /** Defaults of `cutroom serve`, as they are written. */
    port: env.PORT || undefined,
    host: env.HOST || undefined,
    hosts: env.CUTROOM_HOSTS || undefined,
    proxies: env.CUTROOM_PROXIES || undefined,
    dataDir: env.DATA_DIR || undefined,
    databaseUrl: env.DATABASE_URL || undefined,
    role: env.CUTROOM_ROLE || undefined,
    workers: env.CUTROOM_WORKERS || undefined,
    /** Accounts: whether there are any, where people reach the service, and what sends letters. */
    accounts: {
      allowed: env.CUTROOM_ACCOUNTS !== 'off',
      publicUrl: env.CUTROOM_URL || undefined,
      smtp: env.CUTROOM_SMTP || undefined,
      from: env.CUTROOM_MAIL_FROM || undefined,
      /** An OpenID provider at which people sign in, as it is written. */
      oidc: {
        issuer: env.CUTROOM_OIDC_ISSUER || undefined,
        clientId: env.CUTROOM_OIDC_CLIENT_ID || undefined,
        clientSecret: env.CUTROOM_OIDC_CLIENT_SECRET || undefined,
        name: env.CUTROOM_OIDC_NAME || undefined,
      },
    },
    /** Webhooks: what signs those of people without an account, and hosts that are told though they are not public. */
    webhooks: { secret: env.CUTROOM_WEBHOOK_SECRET || undefined, hosts: env.CUTROOM_WEBHOOK_HOSTS || undefined },
    /** Where traces are sent, as it is written. */
    tracesEndpoint: tracesEndpoint(),
    /** See serveSettings. */
    log: { format: env.LOG_FORMAT || undefined, level: env.LOG_LEVEL || undefined },
    /** Quotas of each party, as they are written. */
    quota: quotaVariables(),
    uploadHours: env.CUTROOM_UPLOAD_HOURS || undefined,
    uploadDays: env.CUTROOM_UPLOAD_DAYS || undefined,
    uploadsPerHour: env.CUTROOM_UPLOADS_PER_HOUR || undefined,
    uploadGigabytes: env.CUTROOM_UPLOAD_GB || undefined,
    freeMegabytes: env.CUTROOM_FREE_MB || undefined,
    /** See s3SettingsOf. */
    s3: {
      endpoint: env.S3_ENDPOINT || undefined,
      publicEndpoint: env.S3_PUBLIC_ENDPOINT || undefined,
      region: env.S3_REGION || undefined,
      bucket: env.S3_BUCKET || undefined,
      accessKeyId: env.S3_ACCESS_KEY_ID || undefined,
      secretAccessKey: env.S3_SECRET_ACCESS_KEY || undefined,
      pathStyle: env.S3_PATH_STYLE || undefined,
      prefix: env.S3_PREFIX || undefined,
      cacheGb: env.S3_CACHE_GB || undefined,
    } satisfies S3Variables,
  };
}

/**
 * How glibc's allocator holds memory in programs that work on frames: what a frame gave back stays for the next one. By
 * itself it gives each of them back to the system, which clears it again: a thirtieth of what a render takes.
 */
const holdsFrames = 'glibc.malloc.trim_threshold=268435456:glibc.malloc.mmap_threshold=33554432';

/** Undefined also where they are not sent though that is said. The libraries read more variables of OpenTelemetry. */
function tracesEndpoint(): string | undefined {
  const { env } = process;
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined;
}

function quotaVariables() {
  const { env } = process;
  return {
    gigabytes: env.CUTROOM_QUOTA_GB || undefined,
    jobs: env.CUTROOM_QUOTA_JOBS || undefined,
    minutesPerDay: env.CUTROOM_QUOTA_MINUTES_DAY || undefined,
    minutesPerMonth: env.CUTROOM_QUOTA_MINUTES_MONTH || undefined,
  };
}

/**
 * The environment of every program that reads users' files: no addresses and no secrets. What a person has set for this
 * machine's allocator counts.
 */
export function lockedEnvironment(): NodeJS.ProcessEnv {
  const { env } = process;
  const tuned = env.GLIBC_TUNABLES ? `${holdsFrames}:${env.GLIBC_TUNABLES}` : holdsFrames;
  return { ...variablesNamed(/^(?:PATH|LANG|LD_LIBRARY_PATH)$/), GLIBC_TUNABLES: tuned };
}

/** What npm needs beside that to fetch a package: its settings, the user's folder, and the way out through a proxy. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  return variablesNamed(
    /^(?:HOME|APPDATA|TMPDIR|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|npm_config_.+|(?:https?|no|all)_proxy)$/i,
  );
}

/** The environment of PostgreSQL's programs. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { ...lockedEnvironment(), ...variablesNamed(/^(?:HOME|TMPDIR|TZ|PG\w+|LC_\w+)$/) };
}

function variablesNamed(names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

function beside(ffmpeg: string): string {
  return join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));
}
