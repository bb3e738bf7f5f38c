import cors, { type CorsOptionsDelegate } from 'cors'
import type { Request, RequestHandler } from 'express'
import { isFileKey, isPublicFile } from '#entities/platform/file/file-key.ts'
import type { Config } from '../settings/config.ts'

type OriginSettings = Pick<Config, 'storeCors' | 'adminCors'>

export const allOrigins = ({ storeCors, adminCors }: OriginSettings) => [...storeCors, ...adminCors]

/** Origins of `STORE_CORS` can read a tRPC response only if all procedures in its path are store procedures. */
export function trpcCors(sites: OriginSettings): RequestHandler {
  const options: CorsOptionsDelegate<Request> = (req, done) =>
    done(null, { origin: callsOnlyStore(req.path) ? allOrigins(sites) : sites.adminCors, credentials: true })
  return cors(options)
}

/** All origins can read public files. Origins of `ADMIN_CORS` can also read private files, by signed links. */
export function uploadsCors(sites: OriginSettings): RequestHandler {
  const options: CorsOptionsDelegate<Request> = (req, done) =>
    done(null, { origin: isPublicPath(req.path) ? allOrigins(sites) : sites.adminCors })
  return cors(options)
}

/** No other spelling of a name matches, so that encoding cannot bypass the check. */
const STORE_PROCEDURES = /^\/store\.[\w.]+(?:,store\.[\w.]+)*$/

const callsOnlyStore = (path: string): boolean => STORE_PROCEDURES.test(decoded(path))

function isPublicPath(path: string): boolean {
  const key = decoded(path).slice(1)
  return isFileKey(key) && isPublicFile(key)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
