import type { IncomingMessage } from 'node:http'
import { foreignFormatOf } from '#entities/catalogue/import-export/csv/file-format.ts'
import { PictureRefused } from '#entities/catalogue/import-export/pictures/picture-refused.ts'
import { HEAD_SIZE, hiddenPictureFormatOf, pictureEndingOf } from '#entities/platform/file/picture-content.ts'
import { isPrivateHost, type WebhookTargets } from '#entities/platform/webhook/targets.ts'
import { refuseCompressed } from '#server/outgoing/refuse-compressed.ts'
import { sendRequest } from '#server/outgoing/send-request.ts'
import { guardedLookup, privateTargetError } from '#server/webhooks/guarded-lookup.ts'

const MAX_MEGABYTES = 20
const MAX_REDIRECTS = 3

/** Its disposal ends the request. */
export interface FetchedPicture extends Disposable {
  /** Reading it throws PictureRefused for a picture that is too large or incomplete. */
  content: AsyncGenerator<Uint8Array>
  /** Such as `png`. */
  ending: string
}

/**
 * Opens a picture of another server. Each address on the way must be public, unless `targets` is `any`.
 * @throws PictureRefused
 */
export async function fetchPicture(
  address: string,
  { targets, signal }: { targets: WebhookTargets; signal: AbortSignal },
): Promise<FetchedPicture> {
  let url = addressOf(address)
  for (let redirects = 0; ; redirects++) {
    const response = await request(url, { targets, signal })
    const status = response.statusCode ?? 0
    const { location } = response.headers
    if (status === 200) return readPicture(response)
    response.destroy()
    if (status < 300 || status > 399 || location === undefined)
      throw new PictureRefused({ name: 'picture_status', status }, { mayPass: status === 429 || status >= 500 })
    if (redirects === MAX_REDIRECTS) throw new PictureRefused({ name: 'picture_redirects' })
    url = addressOf(location, url)
  }
}

function addressOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href) ?? undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new PictureRefused({ name: 'picture_address_invalid' })
  return url
}

async function request(url: URL, { targets, signal }: { targets: WebhookTargets; signal: AbortSignal }) {
  const isGuarded = targets === 'public'
  if (isGuarded && isPrivateHost(url.hostname)) throw privateAddress()
  try {
    return await sendRequest(url, {
      method: 'GET',
      headers: { accept: 'image/*', 'user-agent': 'Cartwright' },
      body: '',
      agent: false,
      signal,
      ...(isGuarded ? { lookup: guardedLookup } : {}),
    })
  } catch (error) {
    if ((error as Error).message === privateTargetError().message) throw privateAddress()
    throw unreachable(signal)
  }
}

const privateAddress = () => new PictureRefused({ name: 'picture_address_private' })

const unreachable = (signal: AbortSignal) =>
  new PictureRefused({ name: signal.aborted ? 'picture_too_slow' : 'picture_server_unreachable' }, { mayPass: true })

async function readPicture(response: IncomingMessage): Promise<FetchedPicture> {
  const parts = partsOf(response)
  let head = Buffer.alloc(0)
  while (head.length < HEAD_SIZE) {
    const { value, done } = await parts.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const ending = pictureEndingOf(head)
  if (ending !== undefined)
    return { content: prepend(head, parts), ending, [Symbol.dispose]: () => void response.destroy() }
  response.destroy()
  throw notAPicture(head)
}

async function* partsOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  let size = 0
  try {
    refuseCompressed(response)
    for await (const part of response) {
      size += (part as Buffer).length
      if (size > MAX_MEGABYTES * 1024 * 1024)
        throw new PictureRefused({ name: 'picture_too_large', maximum: MAX_MEGABYTES })
      yield part
    }
  } catch (error) {
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused({ name: 'picture_incomplete' }, { mayPass: true })
  } finally {
    response.destroy()
  }
}

async function* prepend(head: Buffer, parts: AsyncGenerator<Buffer>): AsyncGenerator<Uint8Array> {
  yield head
  yield* parts
}

function notAPicture(content: Buffer): PictureRefused {
  const format = hiddenPictureFormatOf(content)
  if (format) return new PictureRefused({ name: 'picture_format_hidden', format })
  const isPage = foreignFormatOf(content.subarray(0, HEAD_SIZE)) === 'html'
  return new PictureRefused({ name: isPage ? 'picture_is_page' : 'picture_unreadable' })
}
