import { Avatar } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'

interface ThumbnailProps {
  url: string | null | undefined
  size?: number
}

/** The small picture of a product. It has no alternative text, because the name of the product is next to it. */
export function Thumbnail({ url, size = 36 }: ThumbnailProps) {
  return (
    <Avatar src={url ?? null} alt="" size={size} radius="sm" color="gray">
      <IconPhoto size={size / 2} stroke={1.5} aria-hidden />
    </Avatar>
  )
}
