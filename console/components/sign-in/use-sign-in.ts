import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type RouterInputs, shopError } from '#client/index.ts'
import { shop } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { hasManyShops } from '#console/app/shops/has-many-shops.ts'
import { useErrorText } from '#console/components/states.tsx'
import { session } from '#console/strings/session.ts'
import { type AskedCode, askedCodeOf, isCodeMissing } from './asked-code.ts'
import { isCanceled, signWithPasskey } from './passkey.ts'

export interface SignIn {
  password: string
  setPassword(password: string): void
  code: string
  setCode(code: string): void
  /** The code that is needed after the right password. */
  askedCode: AskedCode | undefined
  /** The sentence of the last attempt. */
  problem: string | undefined
  isPending: boolean
  submit(): void
  usePasskey(): void
  /** Begins again with the password. */
  restart(): void
}

type Credentials = RouterInputs['admin']['auth']['login'] & { person_code?: string }

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
  const [codes, setCodes] = useState<Partial<Record<AskedCode, string>>>({})
  const [askedCode, setAskedCode] = useState<AskedCode>()
  const login = useMutation({
    ...shownInPlace,
    mutationFn: logIn,
    onSuccess: () => onSignedIn?.(),
    onError: (error) => {
      const asked = askedCodeOf(error) ?? askedCode
      setAskedCode(asked)
      if (asked) setCodes({ ...codes, [asked]: '' })
    },
  })
  const passkey = useMutation({
    ...shownInPlace,
    mutationFn: async () => shop.admin.auth.loginWithPasskey.mutate(await signWithPasskey()),
    onSuccess: () => onSignedIn?.(),
  })
  const problemOf = (error: unknown): string | undefined => {
    const reason = reasonOf(error)
    if (error === null || isCodeMissing(error)) return undefined
    if (isCanceled(error)) return words.passkeyCanceled
    return shopError(error)?.httpStatus === 401 && reason === undefined ? words.wrongPassword : textOf(error)
  }
  return {
    ...{ password, setPassword, askedCode },
    code: (askedCode && codes[askedCode]) ?? '',
    setCode: (code) => askedCode && setCodes({ ...codes, [askedCode]: code }),
    problem: problemOf(passkey.error ?? login.error),
    isPending: login.isPending || passkey.isPending,
    submit: () => {
      passkey.reset()
      login.mutate({ email, password, ...codes })
    },
    usePasskey: () => {
      login.reset()
      passkey.mutate()
    },
    restart: () => {
      login.reset()
      passkey.reset()
      setAskedCode(undefined)
      setCodes({})
      setPassword('')
    },
  }
}

const reasonOf = (error: unknown) => shopError(error)?.reason?.name

/** In a deployment with many shops, a person can also sign in with its password of all shops. */
async function logInToShop({ person_code, ...credentials }: Credentials): Promise<void> {
  try {
    await shop.admin.auth.login.mutate(credentials)
  } catch (error) {
    if (!hasManyShops() || shopError(error)?.httpStatus !== 401 || reasonOf(error)) throw error
    const { ownShops } = await import('#console/app/shops/api.ts')
    await ownShops.logIn.mutate({ ...credentials, person_code })
  }
}
