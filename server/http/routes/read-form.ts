import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from 'express'
import { checkedContent, type IncomingFile } from '#entities/platform/file/picture-content.ts'
import { type FileInput, UploadedFile } from '#server/plugin/route/uploaded-file.ts'
import type { FormLimits } from '#server/settings/form-limits.ts'
import { readMultipart } from '../multipart-form.ts'

interface FormOptions {
  files: readonly FileInput[]
  limits: FormLimits
  /** Maximum size of each text, in bytes. */
  textBytes: number
  /** The files exist until this stack is disposed. */
  ending: AsyncDisposableStack
}

/** Maximum number of texts next to the files. */
const MAX_TEXTS = 100

/**
 * Reads a form with the type `multipart/form-data`. A field with an empty file is absent.
 * @throws InvalidData or TooLarge
 */
export async function readForm(req: Request, { files, limits, textBytes, ending }: FormOptions): Promise<object> {
  const received = new Map<string, Promise<UploadedFile>[]>(files.map(({ name }) => [name, []]))
  await readMultipart(req, {
    limits: files.length > 0 ? limits : { ...limits, files: 0 },
    texts: { count: MAX_TEXTS, bytes: textBytes },
    fields: files.map(({ name, isList }) => ({ name, maxCount: isList ? limits.files : 1 })),
    store(field, file) {
      const one = receiveFile(file, ending)
      received.get(field)?.push(one)
      return one
    },
  })
  const values: Record<string, unknown> = { ...req.body }
  for (const { name, isList } of files) {
    const list = await Promise.all(received.get(name) ?? [])
    if (isList) values[name] = list
    else if (list[0]) values[name] = list[0]
  }
  return values
}

async function receiveFile(file: IncomingFile, ending: AsyncDisposableStack): Promise<UploadedFile> {
  const { name, type = '' } = file
  const handle = await openNamelessFile()
  ending.defer(() => handle.close())
  await handle.writeFile(checkedContent(file))
  const { size } = await handle.stat()
  const fileName = name.split(/[/\\]/).at(-1) ?? ''
  const read = () => handle.createReadStream({ start: 0, autoClose: false })
  return new UploadedFile({ name: fileName, type, size }, read)
}

/** The file has no name, so it disappears with its handle, also if the process is killed. */
async function openNamelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-form-'))
  try {
    return await open(join(folder, 'file'), 'wx+', 0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
