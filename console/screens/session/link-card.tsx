import { Alert } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

interface LinkedAccount {
  data: { email: string | null } | undefined
  error: unknown
  refetch(): unknown
}

interface LinkCardProps {
  title: string
  token: string | undefined
  /** Reads the account of the token, before a person fills in the form. */
  account: LinkedAccount
  /** The sentence for a token that opens no account. */
  ended: string
  /** The sentence after the form was accepted. */
  done: string | undefined
  /** Below the card. */
  ways: ReactNode
  form(email: string): ReactNode
}

/** The page of a link in an e-mail. */
export const LinkCard = ({ title, ways, ...link }: LinkCardProps) => (
  <SessionCard title={title}>
    <LinkContent {...link} />
    {ways}
  </SessionCard>
)

function LinkContent({ token, account, ended, done, form }: Omit<LinkCardProps, 'title' | 'ways'>) {
  const words = session.useWords()
  if (!token) return <Alert color="yellow">{words.missingToken}</Alert>
  if (done !== undefined)
    return (
      <Alert color="teal" role="status">
        {done}
      </Alert>
    )
  if (account.error) return <ErrorState error={account.error} retry={account.refetch} />
  if (!account.data) return <LoadingLines lines={3} />
  if (account.data.email === null)
    return (
      <Alert color="yellow" role="alert">
        {ended}
      </Alert>
    )
  return form(account.data.email)
}
