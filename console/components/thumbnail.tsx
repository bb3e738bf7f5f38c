import { IconPhoto } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { pictureAddress } from '#console/app/address.ts'
import classes from './thumbnail.module.css'

interface ThumbnailProps {
  url: string | null | undefined
  size?: number
}

/** The small picture of a product. It has no alternative text, because the name of the product is next to it. */
export function Thumbnail({ url, size = 36 }: ThumbnailProps) {
  const [failed, setFailed] = useState<string>()
  const style: CSSProperties & { '--size': string } = { '--size': `${size}px` }
  return (
    <span className={classes.thumbnail} style={style}>
      {url && url !== failed ? (
        <img src={pictureAddress(url)} alt="" onError={() => setFailed(url)} />
      ) : (
        <IconPhoto size={size / 2} stroke={1.5} aria-hidden />
      )}
    </span>
  )
}
