import { UnstyledButton } from '@mantine/core'
import { MenuButton } from '#console/components/popup/menu-button.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import { products } from '#console/strings/products.ts'
import type { Picture } from './picture.ts'

interface VariantPictureProps {
  title: string
  url: string | null
  /** The pictures of the product. */
  pictures: readonly Picture[]
  onChange(url: string | null): void
}

/** Chooses one of the pictures of the product for a variant. */
export function VariantPicture({ title, url, pictures, onChange }: VariantPictureProps) {
  const words = products.useWords()
  return (
    <MenuButton
      button={(parts) => (
        <UnstyledButton {...parts} aria-label={words.pictureOf(title)}>
          <Thumbnail url={url} size={32} />
        </UnstyledButton>
      )}
      items={[
        { text: words.pictureOfProduct, onClick: () => onChange(null) },
        ...pictures.map((picture, index) => ({
          key: picture.url,
          text: picture.alt || words.imageNumber(index + 1),
          icon: <Thumbnail url={picture.url} />,
          onClick: () => onChange(picture.url),
        })),
      ]}
    />
  )
}
