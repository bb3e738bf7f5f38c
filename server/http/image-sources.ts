import type { Config } from '../settings/config.ts'

/**
 * The sources of images for a Content-Security-Policy. Images of products may be on other servers with TLS, and the file
 * store of the shop may be a server without TLS.
 */
export function imageSources(files?: Pick<Config['files'], 'url' | 's3'>): string {
  const stores = [files?.url, files?.s3?.endpoint].flatMap((url) => (url ? new URL(url).origin : []))
  return ["'self'", 'data:', 'blob:', 'https:', ...stores].join(' ')
}
