import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'

interface SecondFactorFrameProps<Factor> {
  /** Undefined while it loads. */
  factor: Factor | undefined
  error: unknown
  /** The rows of the section. */
  children(factor: Factor): ReactNode
}

/** The section of the second factor of an account. */
export function SecondFactorFrame<Factor>({ factor, error, children }: SecondFactorFrameProps<Factor>) {
  const words = account.useWords()
  return (
    <Section title={words.secondFactor}>
      {error ? <ErrorState error={error} /> : !factor && <LoadingLines lines={3} />}
      {factor && (
        <Stack>
          <Text size="sm" c="var(--quiet)">
            {words.secondFactorText}
          </Text>
          {children(factor)}
        </Stack>
      )}
    </Section>
  )
}
