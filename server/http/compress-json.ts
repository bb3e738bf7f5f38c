import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Request } from 'express'

const compressors = {
  br: (json: Buffer) => brotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: promisify(zstdCompress),
  gzip: promisify(gzip),
}

const brotli = promisify(brotliCompress)

export type Encoding = keyof typeof compressors

/** The server uses the first that the client accepts. */
const ENCODINGS = ['br', 'zstd', 'gzip'] as const satisfies readonly Encoding[]

/** The headers of a shorter response are longer than the difference. */
const MIN_BYTES = 1024

/** Returns undefined if the response should not be compressed. */
export function encodingFor(req: Request, { length }: Buffer): Encoding | undefined {
  if (length < MIN_BYTES) return undefined
  return ENCODINGS.find((encoding) => req.acceptsEncodings(encoding) === encoding)
}

const compressed = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** Compresses each buffer once. */
export function compress(json: Buffer, encoding: Encoding): Promise<Buffer> {
  const forms = compressed.get(json) ?? new Map<Encoding, Promise<Buffer>>()
  compressed.set(json, forms)
  const form = forms.get(encoding) ?? compressors[encoding](json)
  forms.set(encoding, form)
  return form
}
