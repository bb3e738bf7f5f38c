import type { Request, RequestHandler } from 'express'
import type { MulterError, StorageEngine } from 'multer'
import { InvalidData, TooLarge } from '#entities/errors.ts'
import type { FileFolder } from '#entities/platform/file/file-folder.ts'
import type { IncomingFile } from '#entities/platform/file/picture-content.ts'
import type { IncomingForm } from '#routers/context/context.ts'
import type { FormLimits } from '#server/settings/form-limits.ts'

/** Maximum size of the headers of a part, in bytes. */
const PART_OVERHEAD = 4096

const UNREADABLE_FORM_MESSAGE =
  'The form could not be read. Send complete files as multipart/form-data with a boundary.'

export const isMultipart = (req: Request): boolean =>
  /multipart/i.test(req.headers['content-type'] ?? '') && Boolean(req.is('multipart/form-data'))

export function multipartFormOf(req: Request, limits: FormLimits): IncomingForm | undefined {
  return isMultipart(req) ? new MultipartForm(req, limits) : undefined
}

/** tRPC must not read the form into memory before it has authenticated the caller, so it receives an empty body. */
export const skipFormParsing: RequestHandler = (req, _res, next) => {
  if (isMultipart(req)) req.body = ''
  next()
}

class MultipartForm implements IncomingForm {
  readonly #req: Request
  readonly #limits: FormLimits

  constructor(req: Request, limits: FormLimits) {
    this.#req = req
    this.#limits = limits
  }

  async receive<Stored>(field: string, folder: FileFolder<Stored>): Promise<Stored[]> {
    const uploads: Promise<Stored>[] = []
    const store = (_field: string, file: IncomingFile) => {
      const upload = folder.store(file)
      uploads.push(upload)
      return upload
    }
    try {
      await readMultipart(this.#req, { limits: this.#limits, fields: [{ name: field }], store })
    } catch (error) {
      await removeUploads(folder, uploads)
      throw error
    }
    if (uploads.length === 0) throw new InvalidData(`${field} should not be empty`).because({ name: 'value_required' })
    return Promise.all(uploads)
  }

  toJSON(): object {
    return { form: lengthOf(this.#req) }
  }
}

const lengthOf = (req: Request): number => Number(req.headers['content-length'] ?? 0)

async function removeUploads<Stored>(folder: FileFolder<Stored>, uploads: readonly Promise<Stored>[]): Promise<void> {
  const results = await Promise.allSettled(uploads)
  await Promise.all(results.map((upload) => upload.status === 'fulfilled' && folder.remove(upload.value)))
}

interface FormReading {
  limits: FormLimits
  /** The fields with files. */
  fields: readonly { name: string; maxCount?: number }[]
  /** The limits of other fields, which become `req.body`. Default: the form contains only files. */
  texts?: { count: number; bytes: number }
  /** Reads the whole file. */
  store(field: string, file: IncomingFile): Promise<unknown>
}

/**
 * Reads a form. If it throws, no call of `store` is running.
 * @throws InvalidData or TooLarge
 */
export async function readMultipart(req: Request, { limits, fields, texts, store }: FormReading): Promise<void> {
  const { count = 0, bytes = 0 } = texts ?? {}
  if (lengthOf(req) > limits.files * (limits.fileSize + PART_OVERHEAD) + count * bytes) throw new TooLarge()
  const stored: Promise<unknown>[] = []
  const storage: StorageEngine = {
    _handleFile(_req, { fieldname, originalname, mimetype, stream }, done) {
      const content = readWholeFile(stream, limits.fileSize)
      const one = store(fieldname, { name: originalname, type: mimetype, content })
      stored.push(one)
      one.then(() => done(undefined, {}), done)
    },
    // multer does not call this method for each file, so it has no effect.
    _removeFile: (_req, _file, done) => done(null),
  }
  const { default: multer } = await import('multer')
  const counts = { files: limits.files, fileSize: limits.fileSize, fields: count, fieldSize: bytes }
  const options = { limits: { ...counts, fieldNameSize: 100, headerPairs: 20 }, defParamCharset: 'utf8' }
  try {
    await runHandler(req, multer({ storage, ...options, preservePath: true }).fields(fields))
  } catch (error) {
    const results = await Promise.allSettled(stored)
    throw results.find((one) => one.status === 'rejected')?.reason ?? multerErrorToDomainError(error, { limits, texts })
  }
}

const runHandler = (req: Request, handler: RequestHandler): Promise<void> =>
  new Promise((resolve, reject) => {
    handler(req, req.res!, (error?: unknown) => (error ? reject(error) : resolve()))
  })

/** @throws if the file is incomplete or too large, so that the store discards it. */
async function* readWholeFile(
  stream: NodeJS.ReadableStream & { truncated?: boolean },
  maximum: number,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream as AsyncIterable<Uint8Array>
  } catch {
    throw unreadableFormError()
  }
  if (stream.truncated) throw fileTooLargeError(maximum)
}

const unreadableFormError = () => new InvalidData(UNREADABLE_FORM_MESSAGE).because({ name: 'upload_incomplete' })

const isMulterError = (error: unknown): error is MulterError => (error as Error | null)?.name === 'MulterError'

const fileTooLargeError = (maximum: number) =>
  new TooLarge('The file is too large').because({ name: 'file_too_large', maximum })

function multerErrorToDomainError(
  error: unknown,
  { limits: { files, fileSize }, texts }: Pick<FormReading, 'limits' | 'texts'>,
): InvalidData {
  if (!isMulterError(error)) return unreadableFormError()
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return fileTooLargeError(fileSize)
    case 'LIMIT_FILE_COUNT':
      return new InvalidData(`files must contain not more than ${files} elements`).because({
        name: 'too_many_files',
        maximum: files,
      })
    case 'LIMIT_UNEXPECTED_FILE':
      return new InvalidData(`property ${error.field} should not exist`)
    case 'LIMIT_FIELD_COUNT':
      return new InvalidData(texts ? 'The form has too many fields' : 'The form can only contain files')
    case 'LIMIT_FIELD_VALUE':
      return new TooLarge(`${error.field} is too long`)
    default:
      return unreadableFormError()
  }
}
