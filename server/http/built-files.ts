import { statSync } from 'node:fs'
import type { RequestHandler } from 'express'
import expressStaticGzip from 'express-static-gzip'
import { IMMUTABLE } from './cache-headers.ts'

interface BuiltFiles {
  /** The folder of a built web application, with compressed copies of its files. */
  folder: string
  /** The path of the application, such as `/app`. */
  prefix: string
  /** Whether the name of a file contains a hash of its content. The file has an absolute path. */
  isHashed(file: string): boolean
}

type ServedFolder = Omit<BuiltFiles, 'prefix'>

/** Serves the files of a built web application. For a missing file it leaves the router. */
export function builtFiles({ prefix, ...folder }: BuiltFiles): RequestHandler {
  listFiles(folder)
  return (req, res, next) => {
    const { serve } = listFiles(folder)
    req.url = req.url.slice(prefix.length)
    serve(req, res, () => {
      // They describe the compressed copy of a file. A build may have removed it.
      for (const header of ['Content-Encoding', 'Content-Type']) res.removeHeader(header)
      req.url = req.originalUrl
      next('router')
    })
  }
}

interface ListedFiles {
  build: string | undefined
  serve: RequestHandler
}

const NO_FILES: ListedFiles = { build: undefined, serve: (_req, _res, next) => next() }

/** By path. All shops of a process share them. */
const listedFolders = new Map<string, ListedFiles>()

/** Lists the compressed files once for each build. While a build replaces the files, the earlier list stays. */
function listFiles(folder: ServedFolder): ListedFiles {
  const build = buildOf(folder)
  const earlier = listedFolders.get(folder.folder) ?? NO_FILES
  if (build === earlier.build) return earlier
  try {
    const listed = { build, serve: serveFolder(folder) }
    listedFolders.set(folder.folder, listed)
    return listed
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return earlier
    throw error
  }
}

/** Identifies the files of a folder until another build replaces them. */
function buildOf({ folder }: ServedFolder): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.mtimeMs}`
}

const serveFolder = ({ folder, isHashed }: ServedFolder): RequestHandler =>
  expressStaticGzip(folder, {
    enableBrotli: true,
    orderPreference: ['br', 'gzip'],
    index: false,
    serveStatic: {
      acceptRanges: false,
      cacheControl: false,
      lastModified: false,
      redirect: false,
      setHeaders(res, file) {
        res.setHeader('X-Content-Type-Options', 'nosniff')
        res.setHeader('Cache-Control', isHashed(file) ? IMMUTABLE : 'public, max-age=3600')
        if (isHashed(file)) for (const name of HEADERS_OF_DOCUMENTS) res.removeHeader(name)
      },
    },
  })

/** A hashed file is a script, a style, a font or an image. A page loads about fifty of them, so these headers would be 17 kB. */
const HEADERS_OF_DOCUMENTS = [
  'Content-Security-Policy',
  'Cross-Origin-Opener-Policy',
  'Referrer-Policy',
  'X-Frame-Options',
  'X-Request-Id',
]
