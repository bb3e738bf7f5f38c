export const ASK_FOR_IDENTITY = { 'accept-encoding': 'identity' } as const

/** `aws-chunked` is a framing of uploads, which some stores of files repeat in their responses. */
const UNCOMPRESSED = ['', 'identity', 'aws-chunked']

/** The response of another server. `destroy` frees its connection. */
interface OutgoingResponse {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>
  destroy(): unknown
}

/** Destroys a compressed response, so that no decoder of this process reads bytes of another server. @throws Error */
export function refuseCompressed(response: OutgoingResponse): void {
  const encodings = [response.headers['content-encoding'] ?? ''].flat().flatMap((value) => value.split(','))
  const compressed = encodings.find((encoding) => !UNCOMPRESSED.includes(encoding.trim().toLowerCase()))
  if (compressed === undefined) return
  response.destroy()
  throw new Error(
    `The server answered with the encoding ${compressed.trim()}, although the request accepts no compression. Turn it off there.`,
  )
}
