import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import type { S3Variables } from './s3Settings.ts';

/**
 * Returns the settings from environment variables; no other code reads them. Read on each call, so that a program may
 * set them for itself. Empty variables count as unset. Paths in the user's home are getters: a sandboxed program has no
 * home.
 */
export function environment() {
  const { env } = process;
  const ffmpeg = env.FFMPEG_PATH || 'ffmpeg';
  return {
    /** Path or name of ffmpeg: FFMPEG_PATH, or from PATH. */
    ffmpeg,
    /** Path or name of ffprobe: FFPROBE_PATH, or next to FFMPEG_PATH, or from PATH. */
    ffprobe: env.FFPROBE_PATH || (env.FFMPEG_PATH ? ffprobeNextTo(ffmpeg) : 'ffprobe'),
    /** Sandbox mode of programs that read users' files, unparsed: CUTROOM_SANDBOX, see sandbox.ts. */
    sandbox: env.CUTROOM_SANDBOX || 'auto',
    /** Folders of PATH. */
    path: (env.PATH || '').split(delimiter),
    /** Cache folder: CUTROOM_CACHE, or one in the user's home. */
    get cacheDir() {
      return env.CUTROOM_CACHE || join(homedir(), '.cache', 'cutroom');
    },
    /** Whether fonts may be downloaded: CUTROOM_FONTS is not "off". */
    fetchesFonts: env.CUTROOM_FONTS !== 'off',
    /** Unparsed, for validation. */
    switches: {
      CUTROOM_FONTS: env.CUTROOM_FONTS || undefined,
      CUTROOM_LINKS: env.CUTROOM_LINKS || undefined,
      CUTROOM_ACCOUNTS: env.CUTROOM_ACCOUNTS || undefined,
    },
    /** Image collections to search, unparsed: CUTROOM_IMAGES. */
    images: env.CUTROOM_IMAGES || undefined,
    /** Whether links from users and projects are fetched: CUTROOM_LINKS is not "off". */
    fetchesLinks: env.CUTROOM_LINKS !== 'off',
    /** Private hosts that links may lead to, unparsed. */
    linkHosts: env.CUTROOM_LINK_HOSTS || undefined,
    /** Video formats accepted as uploads besides the default ones, unparsed: CUTROOM_FORMATS. */
    formats: env.CUTROOM_FORMATS || undefined,
    /** Path or name of yt-dlp, to read pages without usable metadata. */
    ytDlp: env.CUTROOM_YTDLP || undefined,
    /** See speechSettingsOf. */
    speech: {
      engine: env.CUTROOM_SPEECH || undefined,
      key: env.CUTROOM_SPEECH_KEY || undefined,
      model: env.CUTROOM_SPEECH_MODEL || undefined,
      pocketSphinx: env.POCKETSPHINX_PATH || undefined,
      whisper: env.WHISPER_PATH || undefined,
    },
    /** API token for scripts: CUTROOM_TOKEN; and the file with the tokens of `cutroom login`. */
    token: env.CUTROOM_TOKEN || undefined,
    get tokensFile() {
      return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'cutroom', 'tokens.json');
    },
    /** The operator's secret, instead of the one in the data folder. */
    operatorToken: env.CUTROOM_OPERATOR_TOKEN || undefined,
    /** Whether the command line prints stack traces: CUTROOM_DEBUG. */
    isDebugging: Boolean(env.CUTROOM_DEBUG),
    /** Defaults of `cutroom serve`, unparsed. */
    port: env.PORT || undefined,
    host: env.HOST || undefined,
    hosts: env.CUTROOM_HOSTS || undefined,
    proxies: env.CUTROOM_PROXIES || undefined,
    dataDir: env.DATA_DIR || undefined,
    databaseUrl: env.DATABASE_URL || undefined,
    role: env.CUTROOM_ROLE || undefined,
    workers: env.CUTROOM_WORKERS || undefined,
    /** Accounts: whether they are available, public URL, and email delivery. */
    accounts: {
      allowed: env.CUTROOM_ACCOUNTS !== 'off',
      publicUrl: env.CUTROOM_URL || undefined,
      smtp: env.CUTROOM_SMTP || undefined,
      from: env.CUTROOM_MAIL_FROM || undefined,
      /** OpenID provider for single sign-on, unparsed. */
      oidc: {
        issuer: env.CUTROOM_OIDC_ISSUER || undefined,
        clientId: env.CUTROOM_OIDC_CLIENT_ID || undefined,
        clientSecret: env.CUTROOM_OIDC_CLIENT_SECRET || undefined,
        name: env.CUTROOM_OIDC_NAME || undefined,
      },
    },
    /** Webhooks: the secret for requests without an account, and allowed private hosts. */
    webhooks: { secret: env.CUTROOM_WEBHOOK_SECRET || undefined, hosts: env.CUTROOM_WEBHOOK_HOSTS || undefined },
    /** Endpoint for traces, unparsed. */
    tracesEndpoint: tracesEndpoint(),
    /** See serveSettings. */
    log: { format: env.LOG_FORMAT || undefined, level: env.LOG_LEVEL || undefined },
    /** Quotas per party, unparsed. */
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
 * Makes glibc's allocator retain freed frame buffers. By default it returns each to the system, which clears it again:
 * a thirtieth of a render's time.
 */
const holdsFrames = 'glibc.malloc.trim_threshold=268435456:glibc.malloc.mmap_threshold=33554432';

/** Undefined if traces are turned off. The libraries read further variables of OpenTelemetry. */
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
 * Returns the environment of programs that read users' files: no URLs and no secrets. The operator's allocator settings
 * take precedence.
 */
export function lockedEnvironment(): NodeJS.ProcessEnv {
  const { env } = process;
  const tuned = env.GLIBC_TUNABLES ? `${holdsFrames}:${env.GLIBC_TUNABLES}` : holdsFrames;
  return { ...variablesNamed(/^(?:PATH|LANG|LD_LIBRARY_PATH)$/), GLIBC_TUNABLES: tuned };
}

/** Returns what npm also needs to download a package: its settings, the user's home, and proxies. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  return variablesNamed(
    /^(?:HOME|APPDATA|TMPDIR|SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|npm_config_.+|(?:https?|no|all)_proxy)$/i,
  );
}

/** Returns the environment of PostgreSQL's programs. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { ...lockedEnvironment(), ...variablesNamed(/^(?:HOME|TMPDIR|TZ|PG\w+|LC_\w+)$/) };
}

function variablesNamed(names: RegExp): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => names.test(name)));
}

function ffprobeNextTo(ffmpeg: string): string {
  return join(dirname(ffmpeg), basename(ffmpeg).replace('ffmpeg', 'ffprobe'));
}
