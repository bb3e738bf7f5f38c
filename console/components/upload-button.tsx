import { Button, type ButtonProps, FileButton } from '@mantine/core'
import { useRef } from 'react'

interface UploadButtonProps extends Pick<ButtonProps, 'loading'> {
  accept?: string | undefined
  /** The ID of the label of the field. */
  labelledBy: string
  children: string
  onChoose(file: File): void
}

/** A button that asks for one file. The same file can be chosen again, such as after a refusal. */
export function UploadButton({ accept, labelledBy, children, onChoose, ...props }: UploadButtonProps) {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    reset.current?.()
    if (file) onChoose(file)
  }
  return (
    <FileButton onChange={choose} resetRef={reset} {...(accept === undefined ? {} : { accept })}>
      {(button) => (
        <Button {...props} {...button} variant="default" size="xs" aria-describedby={labelledBy}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
