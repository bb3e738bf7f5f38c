import { statSync } from 'node:fs'
import type { RequestHandler } from 'express'
import expressStaticGzip from 'express-static-gzip'

interface BuiltFiles {
  /** The folder of a built web application, with compressed copies of its files. */
  folder: string
  /** The path of the application, such as `/app`. */
  prefix: string
  /** Whether the name of a file contains a hash of its content. The file has an absolute path. */
  isHashed(file: string): boolean
}

/** Serves the files of a built web application. For a missing file it leaves the router. */
export function builtFiles({ folder, prefix, isHashed }: BuiltFiles): RequestHandler {
  let build = buildOf(folder)
  let files = serveFolder({ folder, isHashed })
  return (req, res, next) => {
    const latest = buildOf(folder)
    // The compressed files are listed once, so a later build needs another list.
    if (build !== latest) files = serveFolder({ folder, isHashed })
    build = latest
    req.url = req.url.slice(prefix.length)
    files(req, res, () => {
      req.url = req.originalUrl
      next('router')
    })
  }
}

/** Identifies the files of a folder until another build replaces them. */
function buildOf(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.mtimeMs}`
}

const serveFolder = ({ folder, isHashed }: Omit<BuiltFiles, 'prefix'>): RequestHandler =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    index: false,
    serveStatic: {
      cacheControl: false,
      redirect: false,
      setHeaders(res, file) {
        res.setHeader('X-Content-Type-Options', 'nosniff')
        res.setHeader('Cache-Control', isHashed(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    },
  })
