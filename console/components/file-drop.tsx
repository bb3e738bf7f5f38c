import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import classes from './file-drop.module.css'
import { FileDropText } from './file-drop-text.tsx'

interface FileDropProps {
  text: string
  hint: string
  /** Types of files, such as `image/png`. Default: all files. */
  accept?: readonly string[]
  multiple?: boolean
  maxBytes?: number
  isLoading?: boolean
  onDrop(files: File[]): void
  /** Receives the files of other types, and the files that are too large. */
  onReject?(files: File[]): void
}

/** A field for files: drop them, or choose them with the mouse or the keyboard. */
export function FileDrop({
  text,
  hint,
  accept,
  multiple = true,
  maxBytes,
  isLoading = false,
  onDrop,
  onReject,
}: FileDropProps) {
  return (
    <Dropzone
      className={classes.drop}
      onDrop={onDrop}
      {...(onReject ? { onReject: (rejected) => onReject(rejected.map(({ file }) => file)) } : {})}
      {...(accept ? { accept: [...accept] } : {})}
      multiple={multiple}
      {...(maxBytes === undefined ? {} : { maxSize: maxBytes })}
      loading={isLoading}
      inputProps={{ 'aria-label': text }}
      p="lg"
    >
      <FileDropText text={text} hint={hint} />
    </Dropzone>
  )
}
