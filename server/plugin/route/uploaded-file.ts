import { z } from 'zod'
import type { FieldIssue } from '#entities/platform/field/value-schema.ts'
import { unwrapSchema } from '#server/base/input-shape.ts'

interface ReceivedFile {
  /** The name of the file on the machine of the caller, without folders. */
  name: string
  /** The media type that the caller states, such as `image/jpeg`. The content of a picture has been checked. */
  type: string
  /** In bytes. */
  size: number
}

/** A file of a form. The shop deletes it after the response, so a route that keeps it writes it to `ctx.services.files`. */
export class UploadedFile implements ReceivedFile {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly #read: () => AsyncIterable<Uint8Array>

  constructor({ name, type, size }: ReceivedFile, read: () => AsyncIterable<Uint8Array>) {
    this.name = name
    this.type = type
    this.size = size
    this.#read = read
  }

  /** The bytes of the file, each time from its beginning. */
  content(): AsyncIterable<Uint8Array> {
    return this.#read()
  }
}

interface UploadOptions {
  /** The accepted media types. Default: all. */
  types?: readonly string[]
  /** Maximum size in bytes. Default: `UPLOAD_MAX_BYTES`. */
  maxBytes?: number
}

/**
 * A file in the `input` of a route: `z.object({ photo: uploadedFile({ types: ['image/jpeg', 'image/png'] }) })`. Use
 * `uploadedFile().optional()` and `z.array(uploadedFile())` for forms without a file and with several ones.
 */
export const uploadedFile = ({
  types,
  maxBytes = Number.POSITIVE_INFINITY,
}: UploadOptions = {}): z.ZodType<UploadedFile> =>
  z.custom<UploadedFile>(isUploadedFile, { params: issue('must be a file') }).check(({ value, issues }) => {
    if (types && !types.includes(value.type))
      issues.push({ code: 'custom', input: value, params: issue(`must have one of the types ${types.join(', ')}`) })
    if (value.size > maxBytes)
      issues.push({ code: 'custom', input: value, params: issue(`must not be larger than ${maxBytes} bytes`) })
  })

const isUploadedFile = (value: unknown): boolean => value instanceof UploadedFile

const issue = (text: string): { field: FieldIssue } => ({ field: { text, rule: { name: 'unknown' } } })

export interface FileInput {
  name: string
  /** Whether the form may have several files with this name. */
  isList: boolean
}

/** The files among the properties of an input. */
export function fileInputsOf(input: z.ZodType): FileInput[] {
  const object = unwrapSchema(input)
  if (!(object instanceof z.ZodObject)) return []
  return Object.entries(object.shape as Record<string, z.ZodType>).flatMap(([name, property]) => {
    const schema = unwrapSchema(property)
    const isList = schema instanceof z.ZodArray
    return isFileSchema(isList ? unwrapSchema(schema.element as z.ZodType) : schema) ? { name, isList } : []
  })
}

const isFileSchema = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodCustom && schema._zod.def.fn === isUploadedFile
