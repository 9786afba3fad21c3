/** Connection to an S3 storage. */
export interface S3Settings {
  /** URL without the bucket, such as "https://s3.eu-central-1.amazonaws.com". */
  endpoint: string;
  /** URL for browsers; without it, files pass through this service. */
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket is part of the path instead of the host. */
  pathStyle: boolean;
  /** Prefix of all keys: empty, or ending in "/". */
  prefix: string;
  /** Size of the local cache for programs that read files, in bytes. */
  cacheBytes: number;
}

/** The settings as strings. */
export interface S3Variables {
  endpoint: string | undefined;
  publicEndpoint: string | undefined;
  region: string | undefined;
  bucket: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  pathStyle: string | undefined;
  prefix: string | undefined;
  cacheGb: string | undefined;
}

/**
 * Parses the settings of an S3 storage. @returns undefined without any: then the data folder is the storage. @throws
 * Error with a message for the terminal.
 */
export function s3SettingsOf(variables: S3Variables): S3Settings | undefined {
  if (Object.values(variables).every((value) => value === undefined)) return undefined;
  const { bucket, accessKeyId, secretAccessKey, region = 'us-east-1', cacheGb = '10' } = variables;
  const missing = Object.entries({
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (!bucket || !accessKeyId || !secretAccessKey)
    throw new Error(
      `An S3 store also needs ${missing.join(' and ')}. Without any S3_… variable, the data folder is the store.`,
    );
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`S3_BUCKET must be the name of a bucket, such as my-videos, not "${bucket}".`);
  const gigabytes = Number(cacheGb);
  if (!(gigabytes > 0)) throw new Error(`S3_CACHE_GB must be a number of gigabytes above 0, not "${cacheGb}".`);
  return {
    ...{ region, bucket, accessKeyId, secretAccessKey, prefix: prefixOf(variables.prefix) },
    endpoint: addressOf('S3_ENDPOINT', variables.endpoint ?? `https://s3.${region}.amazonaws.com`),
    publicEndpoint: variables.publicEndpoint && addressOf('S3_PUBLIC_ENDPOINT', variables.publicEndpoint),
    // Self-hosted storages rarely have a host name per bucket, and names with dots match no wildcard certificate.
    pathStyle:
      switchOf('S3_PATH_STYLE', variables.pathStyle) ?? (variables.endpoint !== undefined || bucket.includes('.')),
    cacheBytes: gigabytes * 1e9,
  };
}

/** Returns the origin from which browsers load stored files; undefined if they load them from this service. */
export function publicOriginOf({ publicEndpoint, pathStyle, bucket }: S3Settings): string | undefined {
  if (publicEndpoint === undefined) return undefined;
  const url = new URL(publicEndpoint);
  if (!pathStyle) url.host = `${bucket}.${url.host}`;
  return url.origin;
}

function addressOf(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/$/, '');
  throw new Error(`${name} must be an address such as https://s3.example.com, not "${text}".`);
}

function prefixOf(text = ''): string {
  const parts = text.split('/').filter(Boolean);
  if (parts.some((part) => !/^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(part)))
    throw new Error(`S3_PREFIX must consist of letters, digits, dots, dashes and slashes, not "${text}".`);
  return parts.map((part) => `${part}/`).join('');
}

function switchOf(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'on' || text === 'true' || text === '1') return true;
  if (text === 'off' || text === 'false' || text === '0') return false;
  throw new Error(`${name} must be on or off, not "${text}".`);
}
