import { Button, CopyButton } from '@mantine/core'
import { common } from '#console/strings/common.ts'

interface CopyTextButtonProps {
  text: string
  /** Default: Copy. */
  name?: string
  label?: string
}

export function CopyTextButton({ text, name, label }: CopyTextButtonProps) {
  const words = common.useWords()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button size="xs" variant="default" onClick={copy} aria-label={label}>
          {copied ? words.copied : (name ?? words.copy)}
        </Button>
      )}
    </CopyButton>
  )
}
