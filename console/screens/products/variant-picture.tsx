import { Menu, UnstyledButton } from '@mantine/core'
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
    <Menu>
      <Menu.Target>
        <UnstyledButton aria-label={words.pictureOf(title)}>
          <Thumbnail url={url} size={32} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onChange(null)}>{words.pictureOfProduct}</Menu.Item>
        {pictures.map((picture, index) => (
          <Menu.Item
            key={picture.url}
            leftSection={<Thumbnail url={picture.url} />}
            onClick={() => onChange(picture.url)}
          >
            {picture.alt || words.imageNumber(index + 1)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
