/**
 * Schemes that make a text a URL. "rec-12:30.mp4" has none of them, so it is a file name. Browsers read some of them;
 * ffmpeg reads the others, possibly followed by options: "subfile,,start,0,end,0,,:".
 */
const schemes = [
  ...['about', 'blob', 'data', 'file', 'filesystem', 'javascript', 'vbscript', 'view-source'],
  ...['amqp', 'amqps', 'async', 'bluray', 'cache', 'concat', 'concatf', 'crypto', 'dvd', 'fd', 'ffrtmpcrypt'],
  ...['ffrtmphttp', 'ftp', 'ftps', 'gopher', 'gophers', 'hls', 'http', 'httpproxy', 'https', 'icecast', 'ipfs', 'ipns'],
  ...['libsmbclient', 'lavfi', 'md5', 'mmsh', 'mmst', 'pipe', 'prompeg', 'rist', 'rtmp', 'rtmpe', 'rtmps', 'rtmpt'],
  ...['rtmpte', 'rtmpts', 'rtp', 'rtsp', 'sctp', 'sftp', 'smb', 'srt', 'srtp', 'subfile', 'tcp', 'tee', 'tls', 'udp'],
  ...['udplite', 'unix', 'zmq'],
];

const scheme = new RegExp(`^(?:(?:${schemes.join('|')})(?:,[^:]*)?:|[a-z][a-z0-9+.-]*://)`, 'i');

/** Returns whether a text is a URL with a scheme, not a file path, which may contain a colon. */
export function hasScheme(text: string): boolean {
  return scheme.test(text);
}

/** Returns whether a text is an http(s) URL. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}
