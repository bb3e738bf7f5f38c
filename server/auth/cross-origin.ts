import cors, { type CorsOptionsDelegate } from 'cors'
import type { Request, RequestHandler } from 'express'
import { isFileKey, isPublic } from '#entities/platform/file/file-key.ts'
import type { Config } from '../config.ts'

type Sites = Pick<Config, 'storeCors' | 'adminCors'>

/** The origins of the storefronts and of the administration. */
export const allSites = ({ storeCors, adminCors }: Sites) => [...storeCors, ...adminCors]

/**
 * Decides by the procedures in the path which origins may read the answer of a tRPC request. An origin of `STORE_CORS` reads
 * it only if every procedure is one of the store.
 */
export function trpcCors(sites: Sites): RequestHandler {
  const options: CorsOptionsDelegate<Request> = (req, done) =>
    done(null, { origin: callsOnlyStore(req.path) ? allSites(sites) : sites.adminCors, credentials: true })
  return cors(options)
}

/** Lets all sites read public files. Only the administration reads the others, by their links. */
export function uploadsCors(sites: Sites): RequestHandler {
  const options: CorsOptionsDelegate<Request> = (req, done) =>
    done(null, { origin: isPublicPath(req.path) ? allSites(sites) : sites.adminCors })
  return cors(options)
}

/** Names of store procedures, separated by commas. Any other way to write a path is none, so no encoding gets around it. */
const STORE_PROCEDURES = /^\/store\.[\w.]+(?:,store\.[\w.]+)*$/

const callsOnlyStore = (path: string): boolean => STORE_PROCEDURES.test(decoded(path))

function isPublicPath(path: string): boolean {
  const key = decoded(path).slice(1)
  return isFileKey(key) && isPublic(key)
}

/** An empty text for a path that is not a valid URI. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
