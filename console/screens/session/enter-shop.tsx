import { Alert } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { shopError } from '#client/index.ts'
import { queryClient } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { ownShops } from '#console/app/shops/api.ts'
import { ProveForm } from '#console/app/shops/prove-form.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { CodeField } from '#console/components/sign-in/code-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { LoadingPage, useErrorText } from '#console/components/states.tsx'
import { ownShopsWords } from '#console/strings/own-shops.ts'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

const enterRoute = getRouteApi('/enter')

/** Leaves a shop with the state of the other one, or enters a shop with the token of the other one. */
export function EnterShop() {
  const { to, state } = enterRoute.useSearch()
  return to && state ? <LeaveFor to={to} state={state} /> : <Enter />
}

function LeaveFor({ to, state }: { to: string; state: string }) {
  const words = ownShopsWords.useWords()
  const router = useRouter()
  const [needsProof, setNeedsProof] = useState(false)
  const leave = useMutation({
    ...shownInPlace,
    mutationFn: async () => {
      const { url } = await ownShops.leaveFor.mutate({ to, state })
      location.replace(url)
    },
    onError: async (error) => {
      if (shopError(error)?.httpStatus !== 401) return
      const isSignedIn = await ownShops.list.query().then(
        () => true,
        () => false,
      )
      if (isSignedIn) setNeedsProof(true)
      else await router.navigate({ to: '/sign-in', search: { next: location.pathname + location.search } })
    },
  })
  const { mutate, error } = leave
  useEffect(() => mutate(), [mutate])
  if (needsProof)
    return (
      <SessionCard title={words.changeShop}>
        <ProveForm
          onProven={() => {
            setNeedsProof(false)
            mutate()
          }}
        />
      </SessionCard>
    )
  if (error && shopError(error)?.httpStatus !== 401) return <Refusal error={error} />
  return <LoadingPage />
}

function Enter() {
  const words = session.useWords()
  const { changeShop } = ownShopsWords.useWords()
  const router = useRouter()
  // The token leaves the address at once, so that the history does not keep it.
  const [token] = useState(() => location.hash.slice(1))
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const enter = useMutation({
    ...shownInPlace,
    mutationFn: (entry: { token: string; code?: string }) => ownShops.enter.mutate(entry),
    onSuccess: async () => {
      queryClient.clear()
      await router.navigate({ to: '/', replace: true })
    },
    onError: (error) => {
      if (shopError(error)?.reason?.name === 'second_factor_required') setNeedsCode(true)
      setCode('')
    },
  })
  const { mutate, error } = enter
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname)
    mutate({ token })
  }, [mutate, token])
  if (!needsCode) return error ? <Refusal error={error} /> : <LoadingPage />
  const isFirst = shopError(error)?.reason?.name === 'second_factor_required'
  return (
    <SessionCard title={changeShop}>
      <SessionForm
        error={isFirst ? null : error}
        isPending={enter.isPending}
        action={words.signIn}
        onSubmit={() => mutate({ token, code })}
      >
        <CodeField value={code} onChange={setCode} />
      </SessionForm>
    </SessionCard>
  )
}

function Refusal({ error }: { error: unknown }) {
  const words = ownShopsWords.useWords()
  const { backToSignIn } = session.useWords()
  const textOf = useErrorText()
  const isRefused = [401, 404].includes(shopError(error)?.httpStatus ?? 0)
  return (
    <SessionCard title={words.changeShop}>
      <Alert color="red" role="alert">
        {isRefused ? words.refused : textOf(error)}
      </Alert>
      <PageLink to="/sign-in" size="sm" ta="center">
        {backToSignIn}
      </PageLink>
    </SessionCard>
  )
}
