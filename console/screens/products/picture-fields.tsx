import { ActionIcon, TextInput } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconStar, IconStarFilled, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { pictureAddress } from '#console/app/address.ts'
import { lazyAfterInput } from '#console/app/lazy-parts.ts'
import { useMay } from '#console/app/permissions.ts'
import { EarlyFileDrop } from '#console/components/file-drop-text.tsx'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import { moveItem } from './move-item.ts'
import type { Picture } from './picture.ts'
import classes from './picture-fields.module.css'
import { RefusedFiles } from './refused-files.tsx'
import { useImageUpload } from './use-image-upload.ts'

const ImageDrop = lazyAfterInput(async () => (await import('./image-drop.tsx')).ImageDrop)

interface PictureFieldsProps {
  pictures: readonly Picture[]
  thumbnail: string | null
  isAllowed: boolean
  onChange(pictures: Picture[]): void
  onThumbnail(url: string): void
  /** Adds uploaded pictures. */
  onAdd(urls: readonly string[]): void
  onRemove(url: string): void
}

/** Pictures are added by dropping files, and moved by dragging or by their buttons. */
export function PictureFields(props: PictureFieldsProps) {
  const { pictures, isAllowed, onChange, onAdd } = props
  const words = products.useWords()
  const may = useMay()
  const [dragged, setDragged] = useState<number>()
  const images = useImageUpload(onAdd)
  return (
    <Section title={words.images}>
      {pictures.length > 0 && (
        <ul className={classes.images}>
          {pictures.map(({ url }, index) => (
            <li
              key={url}
              className={classes.image}
              draggable={isAllowed}
              data-dragged={dragged === index}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && dragged !== index && onChange(moveItem(pictures, dragged, index))}
            >
              <PictureTile {...props} index={index} />
            </li>
          ))}
        </ul>
      )}
      <RefusedFiles
        refused={images.refused}
        isRunning={images.isRunning}
        onRetry={(files) => void images.upload(files)}
        onClose={images.dismiss}
      />
      {isAllowed && may('uploads.create') && (
        <Suspense fallback={<EarlyFileDrop text={words.addImages} hint={words.imageHint} />}>
          <ImageDrop text={words.addImages} hint={words.imageHint} images={images} />
        </Suspense>
      )}
    </Section>
  )
}

function PictureTile({
  index,
  pictures,
  thumbnail,
  isAllowed,
  onChange,
  onThumbnail,
  onRemove,
}: PictureFieldsProps & { index: number }) {
  const words = products.useWords()
  const picture = pictures[index]
  if (!picture) return null
  const { url, alt } = picture
  const isThumbnail = url === thumbnail
  const write = (text: string) => onChange(pictures.map((one) => (one === picture ? { url, alt: text } : one)))
  return (
    <>
      <img src={pictureAddress(url)} alt={words.imageNumber(index + 1)} loading="lazy" />
      {isAllowed && (
        <div className={classes.buttons}>
          <IconButton
            label={words.moveLeft}
            icon={<IconArrowLeft size={14} className="flip" />}
            disabled={index === 0}
            onClick={() => onChange(moveItem(pictures, index, index - 1))}
          />
          <IconButton
            label={isThumbnail ? words.thumbnail : words.useAsThumbnail}
            icon={isThumbnail ? <IconStarFilled size={14} /> : <IconStar size={14} />}
            onClick={() => onThumbnail(url)}
          />
          <IconButton label={words.removeImage} icon={<IconX size={14} />} onClick={() => onRemove(url)} />
          <IconButton
            label={words.moveRight}
            icon={<IconArrowRight size={14} className="flip" />}
            disabled={index === pictures.length - 1}
            onClick={() => onChange(moveItem(pictures, index, index + 1))}
          />
        </div>
      )}
      <TextInput
        size="xs"
        className={classes.alt ?? ''}
        aria-label={words.altOf(index + 1)}
        placeholder={words.alt}
        maxLength={1000}
        value={alt}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    </>
  )
}

interface IconButtonProps {
  label: string
  icon: React.ReactNode
  disabled?: boolean
  onClick(): void
}

function IconButton({ label, icon, disabled = false, onClick }: IconButtonProps) {
  return (
    <ActionIcon size="sm" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  )
}
