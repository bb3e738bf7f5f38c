import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Options {
  challenge?: unknown
  rp?: unknown
  rpId?: unknown
}

type Cbor = Parameters<typeof isoCBOR.encode>[0]

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40

/** A device with one passkey, which signs for every page that asks it. */
export class SoftPasskey {
  readonly origin: string
  readonly id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  #counter = 0
  /** Whether the holder unlocks the device. */
  isVerified = true

  constructor(origin: string) {
    this.origin = origin
  }

  create({ challenge, rp }: Options) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, this.id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)])
    const authData = Buffer.concat([this.#head((rp as { id: string }).id, HAS_CREDENTIAL), credential])
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const attestationObject = Buffer.from(isoCBOR.encode(attestation)).toString('base64url')
    return this.#credential({ clientDataJSON: this.#clientData('webauthn.create', challenge), attestationObject })
  }

  get({ challenge, rpId }: Options) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge)
    const authData = this.#head(String(rpId), 0)
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signed = createSign('sha256')
      .update(Buffer.concat([authData, clientHash]))
      .sign(this.#keys.privateKey)
    const authenticatorData = authData.toString('base64url')
    return this.#credential({ clientDataJSON, authenticatorData, signature: signed.toString('base64url') })
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.#counter)
    const verified = this.isVerified ? PRESENT_AND_VERIFIED : 0x01
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([verified | flags]), counter])
  }

  #clientData(type: string, challenge: unknown): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin })).toString('base64url')
  }

  #credential<Response>(response: Response) {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response }
  }
}
