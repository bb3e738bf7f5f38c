import type { FileKey } from '#entities/platform/file/file-key.ts'
import { fileNotFound } from '#entities/platform/file/file-port.ts'
import type { Context } from '../context/context.ts'

/** Lifetime of a download link, in seconds. */
const LINK_SECONDS = 15 * 60

type Caller = Pick<Context, 'request' | 'services'>

/** Returns an address at which each caller can read the file for 15 minutes. @throws NotFound. */
export async function downloadLink(ctx: Caller, key: FileKey): Promise<string> {
  const { files } = ctx.services
  if (!(await files.stat(key))) throw fileNotFound(key)
  return absoluteUrl(ctx, await files.link(key, LINK_SECONDS))
}

export const absoluteUrl = ({ request }: Pick<Caller, 'request'>, url: string): string =>
  URL.canParse(url) ? url : `${request.publicUrl}${url}`
