import { IMAGE_MIME_TYPE } from '@mantine/dropzone'
import { FileDrop } from '#console/components/file-drop.tsx'
import { MAX_IMAGE_BYTES, type useImageUpload } from './use-image-upload.ts'

interface ImageDropProps {
  text: string
  hint: string
  images: ReturnType<typeof useImageUpload>
}

export const ImageDrop = ({ images, ...texts }: ImageDropProps) => (
  <FileDrop
    {...texts}
    accept={IMAGE_MIME_TYPE}
    maxBytes={MAX_IMAGE_BYTES}
    isLoading={images.isRunning}
    onDrop={(files) => void images.upload(files)}
    onReject={images.refuse}
  />
)
