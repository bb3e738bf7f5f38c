import { Anchor, Image } from '@mantine/core'
import { fileAddress } from '#console/app/address.ts'
import { DownloadButton } from '../batch-job/download-button.tsx'
import type { PluginField } from './plugin-field.ts'

/** The name that the file had before its upload, such as `manual.pdf` for `public/manual-01K….pdf`. */
export const fileNameOf = (key: string): string => key.replace(/^.*\//, '').replace(/-[0-9A-Z]{26}(?=\.|$)/, '')

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/

interface FileValueProps {
  field: PluginField
  fileKey: string
  /** Whether to show a picture instead of its name. */
  hasPreview?: boolean
}

/** A link to the file, or its picture. A private file is downloaded. */
export function FileValue({ field, fileKey, hasPreview = false }: FileValueProps) {
  const name = fileNameOf(fileKey)
  if (field.is_private) return <DownloadButton fileKey={fileKey} label={name} variant="subtle" size="compact-xs" />
  const address = fileAddress(fileKey)
  return (
    <Anchor href={address} target="_blank" inherit>
      {hasPreview && PICTURE.test(fileKey) ? <Image src={address} alt={name} h={80} w="auto" radius="sm" /> : name}
    </Anchor>
  )
}
