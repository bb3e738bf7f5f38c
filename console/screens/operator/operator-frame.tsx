import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { TRPCClientError } from '@trpc/client'
import { useEffect } from 'react'
import { shopError } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { onExpiredSession } from '#console/app/session.ts'
import { ForeignAnswer } from '#console/components/foreign-answer.ts'
import { PageButton } from '#console/components/page-link.tsx'
import { ErrorPage, LoadingPage, NotFoundPage } from '#console/components/states.tsx'
import { operators } from '#console/strings/operators.ts'
import { session } from '#console/strings/session.ts'
import { tasks } from '#console/strings/tasks.ts'
import { currentKey, endSession, operator } from './api.ts'
import classes from './operator-frame.module.css'
import { OperatorSignIn } from './operator-sign-in.tsx'

/** The frame of the pages of an operator, or the form to sign in. */
export function OperatorFrame() {
  const { data, error } = useQuery({ ...operator.account.current.queryOptions(), retry: false })
  useEffect(() => onExpiredSession(signInAgain), [])
  const status = shopError(error)?.httpStatus
  if (status === 401) return <OperatorSignIn />
  // The page of a shop answers at every other host.
  if (status === 404 || (error instanceof TRPCClientError && error.cause instanceof ForeignAnswer))
    return <NotFoundPage />
  if (error) return <ErrorPage error={error} />
  return data ? <Frame /> : <LoadingPage />
}

/** The refusal of this request itself also reports an expired session. */
function signInAgain(): void {
  if (queryClient.getQueryData(currentKey)) void queryClient.resetQueries({ queryKey: currentKey })
}

function Frame() {
  const words = operators.useWords()
  const { tasks: longWork } = tasks.useWords()
  withoutShop()
  return (
    <>
      <header className={classes.header}>
        <Group component="nav" gap={4} aria-label={words.shops}>
          <PageButton to="/operator" variant="subtle" color="gray" activeOptions={{ exact: true }}>
            {words.shops}
          </PageButton>
          <PageButton to="/operator/tasks" variant="subtle" color="gray">
            {longWork}
          </PageButton>
          <PageButton to="/operator/operators" variant="subtle" color="gray">
            {words.operators}
          </PageButton>
          <PageButton to="/operator/activity" variant="subtle" color="gray">
            {words.activity}
          </PageButton>
          <PageButton to="/operator/account" variant="subtle" color="gray">
            {words.account}
          </PageButton>
        </Group>
        <SignOut />
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </>
  )
}

/** The host of the operators has no shop, so its pages must not ask for the role and the name of one. */
function withoutShop(): void {
  for (const key of [trpc.admin.auth.permissions.queryKey(), trpc.admin.store.get.queryKey()])
    queryClient.setQueryDefaults(key, { enabled: false })
}

function SignOut() {
  const { signOut } = session.useWords()
  const logOut = useMutation(
    operator.account.logOut.mutationOptions({
      onSuccess: endSession,
    }),
  )
  return (
    <Button variant="default" size="xs" loading={logOut.isPending} onClick={() => logOut.mutate({})}>
      {signOut}
    </Button>
  )
}
