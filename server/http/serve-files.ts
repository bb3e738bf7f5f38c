import { type Response, Router } from 'express'
import { Forbidden, NotFound } from '#entities/errors.ts'
import { type FileKey, isFileKey, isPublicFile } from '#entities/platform/file/file-key.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import { servingHeadersOf } from '#entities/platform/file/serving-headers.ts'
import type { LocalFiles } from '../providers/local-files.ts'
import { IMMUTABLE } from './cache-headers.ts'

/** Private files need a signed link. Browsers must neither guess the type of a file nor run its scripts. */
export function serveFiles(files: LocalFiles): Router {
  return Router().get('/*key', async (req, res) => {
    const key = currentKeyOf(req.params.key.join('/'))
    if (!isFileKey(key)) throw new NotFound(`Cannot GET ${req.baseUrl}${req.path}`)
    const query = new URL(req.url, 'http://shop').searchParams
    if (!isPublicFile(key) && !files.links.opens(key, query))
      throw new Forbidden('The link is not valid or has expired')
    if (!(await files.stat(key))) throw new NotFound(`Cannot GET ${req.baseUrl}${req.path}`)
    await sendFile(res, key, files.directory)
  })
}

/** Sends browsers to the address of a public file in another file store. */
export function redirectToFiles(files: FileStore): Router {
  return Router().get('/*key', async (req, res) => {
    const key = req.params.key.join('/')
    const stored = isFileKey(key) && isPublicFile(key) ? await files.stat(key) : undefined
    if (!stored || !URL.canParse(stored.url)) throw new NotFound(`Cannot GET ${req.baseUrl}${req.path}`)
    res.set('Cache-Control', 'public, max-age=3600').redirect(302, stored.url)
  })
}

/** The plugin `file-local` of Medusa v1 stored a file as `1795879788984-name.png`, below no folder. */
const MEDUSA_KEY = /^\d{13}-[^/]+$/

/** Files of Medusa v1 lie in `public/`, and keep their addresses. */
const currentKeyOf = (path: string): string => (MEDUSA_KEY.test(path) ? `public/${path}` : path)

/** Forbids scripts. `default-src 'self'` lets browsers show videos and PDFs in their own viewers. */
const CONTENT_SECURITY_POLICY = "default-src 'self'; script-src 'none'; style-src 'unsafe-inline'"

function sendFile(res: Response, key: FileKey, root: string): Promise<void> {
  const { contentType, disposition } = servingHeadersOf(key)
  const headers = {
    'Content-Type': contentType,
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': isPublicFile(key) ? disposition : 'attachment',
    'Content-Security-Policy': disposition === 'attachment' ? "default-src 'none'; sandbox" : CONTENT_SECURITY_POLICY,
    // Storefronts on other origins display these files.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A key is never reused, so caches can keep the file.
    'Cache-Control': isPublicFile(key) ? IMMUTABLE : 'private, no-store',
  }
  res.removeHeader('X-Frame-Options')
  return new Promise((resolve, reject) => {
    res.sendFile(key, { root, headers, cacheControl: false, dotfiles: 'deny' }, (error) => {
      if (error && !res.headersSent && !res.destroyed) reject(error)
      else resolve()
    })
  })
}
