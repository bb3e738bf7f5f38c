import type { IncomingMessage } from 'node:http'
import { foreignFormatOf } from '#entities/catalogue/import-export/csv/file-format.ts'
import { HEAD_SIZE, hiddenPictureFormatOf, pictureEndingOf } from '#entities/platform/file/picture-content.ts'
import { isPrivateHost, type WebhookTargets } from '#entities/platform/webhook/targets.ts'
import { refuseCompressed } from '#server/outgoing/refuse-compressed.ts'
import { sendRequest } from '#server/outgoing/send-request.ts'
import { guardedLookup, privateTargetError } from '#server/webhooks/guarded-lookup.ts'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_REDIRECTS = 3

export class PictureRefused extends Error {
  readonly mayPass: boolean

  constructor(message: string, { mayPass = false } = {}) {
    super(message)
    this.mayPass = mayPass
  }
}

export interface FetchedPicture {
  content: Buffer
  /** Such as `png`. */
  ending: string
}

/**
 * Reads a picture of another server. Each address on the way must be public, unless `targets` is `any`.
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
      throw new PictureRefused(`The server answered with the status ${status}.`, {
        mayPass: status === 429 || status >= 500,
      })
    if (redirects === MAX_REDIRECTS) throw new PictureRefused('The server redirects too often.')
    url = addressOf(location, url)
  }
}

function addressOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href) ?? undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new PictureRefused('The address is not valid.')
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

const privateAddress = () => new PictureRefused('The address leads to a private network.')

const unreachable = (signal: AbortSignal) =>
  new PictureRefused(signal.aborted ? 'The server did not answer in time.' : 'The server cannot be reached.', {
    mayPass: true,
  })

async function readPicture(response: IncomingMessage): Promise<FetchedPicture> {
  const parts: Buffer[] = []
  let size = 0
  try {
    refuseCompressed(response)
    for await (const part of response) {
      size += (part as Buffer).length
      if (size > MAX_BYTES) throw new PictureRefused(`The picture is larger than ${MAX_BYTES / 1024 / 1024} MB.`)
      parts.push(part as Buffer)
    }
  } catch (error) {
    response.destroy()
    if (error instanceof PictureRefused) throw error
    throw new PictureRefused('The server did not send the whole picture.', { mayPass: true })
  }
  const content = Buffer.concat(parts)
  const ending = pictureEndingOf(content)
  if (ending === undefined) throw notAPicture(content)
  return { content, ending }
}

function notAPicture(content: Buffer): PictureRefused {
  const format = hiddenPictureFormatOf(content)
  if (format) return new PictureRefused(`Browsers do not show ${format} pictures. Save the picture as JPEG.`)
  return new PictureRefused(
    foreignFormatOf(content.subarray(0, HEAD_SIZE)) === 'html'
      ? 'The server sent a web page instead of a picture.'
      : 'The file is not a picture.',
  )
}
