import type { Request, RequestHandler } from 'express'
import type { MulterError, StorageEngine } from 'multer'
import { InvalidData, TooLarge } from '#entities/errors.ts'
import type { FileFolder } from '#entities/platform/file/file-folder.ts'
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
    const { files, fileSize } = this.#limits
    if (this.#length() > files * (fileSize + PART_OVERHEAD)) throw new TooLarge()
    const uploads: Promise<Stored>[] = []
    const { default: multer } = await import('multer')
    const storage = storageOn(folder, uploads, fileSize)
    const limits = { files, fileSize, fields: 0, fieldNameSize: 100, headerPairs: 20 }
    try {
      await this.#read(multer({ storage, limits, defParamCharset: 'utf8', preservePath: true }).array(field))
    } catch (error) {
      throw (await rollBackUploads(folder, uploads)) ?? multerErrorToDomainError(error, this.#limits)
    }
    if (uploads.length === 0) throw new InvalidData(`${field} should not be empty`).because({ name: 'value_required' })
    return Promise.all(uploads)
  }

  toJSON(): object {
    return { form: this.#length() }
  }

  #length(): number {
    return Number(this.#req.headers['content-length'] ?? 0)
  }

  #read(reader: RequestHandler): Promise<void> {
    const req = this.#req
    return new Promise((resolve, reject) => {
      reader(req, req.res!, (error?: unknown) => (error ? reject(error) : resolve()))
    })
  }
}

const storageOn = <Stored>(folder: FileFolder<Stored>, uploads: Promise<Stored>[], maximum: number): StorageEngine => ({
  _handleFile(_req, file, done) {
    const upload = folder.store({
      name: file.originalname,
      type: file.mimetype,
      content: readWholeFile(file.stream, maximum),
    })
    uploads.push(upload)
    upload.then(() => done(undefined, {}), done)
  },
  // multer does not call this method for each file. `rollBackUploads` deletes the files.
  _removeFile: (_req, _file, done) => done(null),
})

/** Deletes the stored files. Returns the first error. */
async function rollBackUploads<Stored>(
  folder: FileFolder<Stored>,
  uploads: readonly Promise<Stored>[],
): Promise<unknown> {
  const results = await Promise.allSettled(uploads)
  await Promise.all(results.map((upload) => upload.status === 'fulfilled' && folder.remove(upload.value)))
  return results.find((upload) => upload.status === 'rejected')?.reason
}

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

function multerErrorToDomainError(error: unknown, { files, fileSize }: FormLimits): InvalidData {
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
      return new InvalidData('The form can only contain files')
    default:
      return unreadableFormError()
  }
}
