import { ActionIcon, Tooltip } from '@mantine/core'
import { IMAGE_MIME_TYPE } from '@mantine/dropzone'
import { IconArrowLeft, IconArrowRight, IconStar, IconStarFilled, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { FileDrop } from '#console/components/file-drop.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { products } from '#console/strings/products.ts'
import { moveItem } from './move-item.ts'
import classes from './product-images.module.css'
import { RefusedFiles } from './refused-files.tsx'
import { MAX_IMAGE_BYTES, useImageUpload } from './use-image-upload.ts'

interface ProductImagesProps {
  product: {
    id: string
    title: string
    thumbnail?: string | null | undefined
    images?: { id: string; url: string }[] | undefined
  }
}

/** Images are added by dropping files, and moved by dragging or by their buttons. Each change is saved at once. */
export function ProductImages({ product }: ProductImagesProps) {
  const words = products.useWords()
  const may = useMay()
  const mayUpdate = may('products.update')
  const urls = product.images?.map(({ url }) => url) ?? []
  const [dragged, setDragged] = useState<number>()
  const update = useMutation(
    trpc.admin.products.update.mutationOptions({
      onSuccess: () => notifyDone(words.imagesSaved),
    }),
  )
  const save = (images: string[]) => update.mutate({ id: product.id, images })
  const images = useImageUpload((added) => update.mutateAsync({ id: product.id, images: [...urls, ...added] }))
  const isThumbnail = (url: string) => url === product.thumbnail
  const remove = (url: string) => {
    const rest = urls.filter((other) => other !== url)
    update.mutate({
      id: product.id,
      images: rest,
      ...(isThumbnail(url) ? { thumbnail: rest[0] ?? null } : {}),
    })
  }
  return (
    <Section title={words.images}>
      {urls.length > 0 && (
        <ul className={classes.images}>
          {urls.map((url, index) => (
            <li
              key={url}
              className={classes.image}
              draggable={mayUpdate}
              data-dragged={dragged === index}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => dragged !== undefined && dragged !== index && save(moveItem(urls, dragged, index))}
            >
              <img src={url} alt={words.imageNumber(index + 1)} loading="lazy" />
              {mayUpdate && (
                <div className={classes.buttons}>
                  <IconButton
                    label={words.moveLeft}
                    icon={<IconArrowLeft size={14} className="flip" />}
                    disabled={index === 0}
                    onClick={() => save(moveItem(urls, index, index - 1))}
                  />
                  <IconButton
                    label={isThumbnail(url) ? words.thumbnail : words.useAsThumbnail}
                    icon={isThumbnail(url) ? <IconStarFilled size={14} /> : <IconStar size={14} />}
                    onClick={() => update.mutate({ id: product.id, thumbnail: url })}
                  />
                  <IconButton label={words.removeImage} icon={<IconX size={14} />} onClick={() => remove(url)} />
                  <IconButton
                    label={words.moveRight}
                    icon={<IconArrowRight size={14} className="flip" />}
                    disabled={index === urls.length - 1}
                    onClick={() => save(moveItem(urls, index, index + 1))}
                  />
                </div>
              )}
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
      {mayUpdate && may('uploads.create') && (
        <FileDrop
          text={words.addImages}
          hint={words.imageHint}
          accept={IMAGE_MIME_TYPE}
          maxBytes={MAX_IMAGE_BYTES}
          isLoading={images.isRunning}
          onDrop={(files) => void images.upload(files)}
          onReject={images.refuse}
        />
      )}
    </Section>
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
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
