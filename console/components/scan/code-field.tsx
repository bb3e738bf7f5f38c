import { Button, Group, Text, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { orderScan } from '#console/strings/order-scan.ts'
import { useScannedKeys } from './use-scanned-keys.ts'

interface CodeFieldProps {
  hint: string
  /** The result of the last scan. */
  status: string | undefined
  isProblem: boolean
  /** Whether the field has the focus when the page opens. */
  isFocused?: boolean
  onCode(code: string): void
}

/** A scanner types a code and Enter. The field is empty for the next code. */
export function CodeField({ hint, status, isProblem, isFocused = false, onCode }: CodeFieldProps) {
  const words = orderScan.useWords()
  const hintId = useId()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useScannedKeys(input)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  const take = () => {
    if (!code.trim()) return
    setCode('')
    onCode(code)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // A form around the field would be sent.
    event.preventDefault()
    take()
  }
  return (
    <div>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          ref={input}
          label={words.scan}
          aria-describedby={hintId}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="done"
          data-autofocus={isFocused || undefined}
          data-scan
          flex={1}
        />
        <Button variant="default" onClick={take} disabled={!code.trim()}>
          {words.count}
        </Button>
      </Group>
      <Text id={hintId} size="xs" c="dimmed" mt={4}>
        {hint}
      </Text>
      <Text size="sm" role="status" mt={4} c={isProblem ? 'var(--mantine-color-error)' : 'dimmed'}>
        {status}
      </Text>
    </div>
  )
}

/** Returns to the field of the page, for the next code. */
export const focusCodeField = (): void => document.querySelector<HTMLInputElement>('[data-scan]')?.focus()
