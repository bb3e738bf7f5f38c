import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RouterInputs, shopError } from '#client/index.ts'
import { shop } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { hasManyShops } from '#console/app/shops/has-many-shops.ts'
import { useErrorText } from '#console/components/states.tsx'
import { session } from '#console/strings/session.ts'
import { isCanceled, signWithPasskey } from './passkey.ts'

export interface SignIn {
  password: string
  setPassword(password: string): void
  code: string
  setCode(code: string): void
  /** Whether the password is right and the account needs a second factor. */
  needsCode: boolean
  /** The sentence of the last attempt. */
  problem: string | undefined
  isPending: boolean
  submit(): void
  usePasskey(): void
  /** Begins again with the password. */
  restart(): void
}

type Credentials = RouterInputs['admin']['auth']['login']

interface SignInOptions {
  email: string
  /** Default: signs in to the shop. */
  logIn?(credentials: Credentials): Promise<void>
  onSignedIn?(): Promise<void>
}

/** Signs a user in with a password and, if the account has one, a second factor. Or with a passkey alone. */
export function useSignIn({ email, logIn = logInToShop, onSignedIn }: SignInOptions): SignIn {
  const words = session.useWords()
  const textOf = useErrorText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const login = useMutation({
    ...shownInPlace,
    mutationFn: logIn,
    onSuccess: () => onSignedIn?.(),
    onError: (error) => {
      if (reasonOf(error) === 'second_factor_required') setNeedsCode(true)
      setCode('')
    },
  })
  const passkey = useMutation({
    ...shownInPlace,
    mutationFn: async () => shop.admin.auth.loginWithPasskey.mutate(await signWithPasskey()),
    onSuccess: () => onSignedIn?.(),
  })
  const problemOf = (error: unknown): string | undefined => {
    const reason = reasonOf(error)
    if (error === null || reason === 'second_factor_required') return undefined
    if (isCanceled(error)) return words.passkeyCanceled
    return shopError(error)?.httpStatus === 401 && reason === undefined ? words.wrongPassword : textOf(error)
  }
  return {
    ...{ password, setPassword, code, setCode, needsCode },
    problem: problemOf(passkey.error ?? login.error),
    isPending: login.isPending || passkey.isPending,
    submit: () => {
      passkey.reset()
      login.mutate({ email, password, ...(needsCode ? { code } : {}) })
    },
    usePasskey: () => {
      login.reset()
      passkey.mutate()
    },
    restart: () => {
      login.reset()
      passkey.reset()
      setNeedsCode(false)
      setPassword('')
    },
  }
}

const reasonOf = (error: unknown) => shopError(error)?.reason?.name

/** In a deployment with many shops, a person can also sign in with its password of all shops. */
async function logInToShop(credentials: Credentials): Promise<void> {
  try {
    await shop.admin.auth.login.mutate(credentials)
  } catch (error) {
    if (!hasManyShops() || shopError(error)?.httpStatus !== 401 || reasonOf(error)) throw error
    const { ownShops } = await import('#console/app/shops/api.ts')
    await ownShops.logIn.mutate(credentials)
  }
}
