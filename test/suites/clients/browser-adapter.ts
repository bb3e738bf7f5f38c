import type { MedusaClass } from './medusa-client.ts'

type AxiosAdapter = NonNullable<ConstructorParameters<MedusaClass>[0]['axiosAdapter']>

/** The axios of the client cannot send `FormData` in Node. In a browser, the browser sets the content type. */
export const browserAdapter: AxiosAdapter = async (config) => {
  const { 'Content-Type': type, ...headers } = config.headers as Record<string, string>
  const isForm = config.data instanceof FormData
  const answer = await fetch(`${config.baseURL}${config.url}`, {
    method: config.method?.toUpperCase() ?? 'GET',
    headers: isForm ? headers : { ...headers, 'Content-Type': type as string },
    body: config.data,
  })
  const { status } = answer
  const response = { data: await answer.json(), status, statusText: '', headers: {}, config }
  if (!answer.ok) throw Object.assign(new Error(`${status}`), { response })
  return response
}
