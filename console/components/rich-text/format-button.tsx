import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'

interface FormatButtonProps extends ComponentProps<'button'> {
  label: string
  isPressed: boolean
  icon: ReactNode
}

/** A button that keeps the focus in the text. */
export function FormatButton({ label, isPressed, icon, color: _, ...props }: FormatButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        {...props}
        size="md"
        variant={isPressed ? 'light' : 'subtle'}
        aria-label={label}
        aria-pressed={isPressed}
        onMouseDown={(event) => event.preventDefault()}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
