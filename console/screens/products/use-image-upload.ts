import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { formOfFiles } from '#console/app/form-of-files.ts'
import { useErrorText } from '#console/components/states.tsx'
import { products } from '#console/strings/products.ts'

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

export interface RefusedFile {
  file: File
  reason: string
  /** Whether the same file can succeed later. */
  isRepeatable: boolean
}

interface ImageUpload {
  isRunning: boolean
  refused: readonly RefusedFile[]
  /** Stores each file by itself, so that a refused file stops no other. */
  upload(files: readonly File[]): Promise<void>
  /** Adds files that the field did not accept. */
  refuse(files: readonly File[]): void
  /** Forgets the refused files. */
  dismiss(): void
}

export function useImageUpload(onStored: (urls: string[]) => void): ImageUpload {
  const words = products.useWords()
  const textOf = useErrorText()
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  const [isRunning, setRunning] = useState(false)
  const { mutateAsync } = useMutation(trpc.admin.uploads.create.mutationOptions(shownInPlace))
  const noImage = (file: File) => (isHeic(file) ? words.fileHeic : words.fileNoImage)
  const store = async (file: File): Promise<string | RefusedFile> => {
    if (isHeic(file) || !(await isShown(file))) return { file, reason: noImage(file), isRepeatable: false }
    try {
      const { uploads } = await mutateAsync(formOfFiles([file]))
      return uploads[0]?.url ?? { file, reason: words.fileNoImage, isRepeatable: false }
    } catch (error) {
      return { file, reason: textOf(error), isRepeatable: true }
    }
  }
  return {
    isRunning,
    refused,
    dismiss: () => setRefused([]),
    refuse: (files) =>
      setRefused(
        files.map((file) => ({
          file,
          reason: file.size > MAX_IMAGE_BYTES ? words.imageTooLarge : noImage(file),
          isRepeatable: false,
        })),
      ),
    async upload(files) {
      setRunning(true)
      const results: (string | RefusedFile)[] = []
      for (const file of files) results.push(await store(file))
      const urls = results.filter((result) => typeof result === 'string')
      if (urls.length > 0) onStored(urls)
      setRunning(false)
      setRefused((others) => [
        ...others.filter(({ file, isRepeatable }) => !isRepeatable && !files.includes(file)),
        ...results.filter((result) => typeof result !== 'string'),
      ])
    },
  }
}

/** Safari shows these photos of an iPhone, and most other browsers do not. */
const isHeic = ({ name, type }: File) => /\.hei[cf]$/i.test(name) || /^image\/hei[cf]/.test(type)

/** Whether the browser can show the file. */
async function isShown(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(url)
  }
}
