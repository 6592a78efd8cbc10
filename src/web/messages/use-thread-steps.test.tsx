import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Message, MessagesPage } from '#contract/messages.ts'
import { type Api, ApiContext } from '../queries/api.ts'
import { type MessagePages, messageKeys } from './message-queries.ts'
import { useThreadSteps } from './use-thread-steps.ts'

const queryKey = messageKeys.messages(3)

/** Sends steps to a server whose responses are lost, and records their ids. */
function openLostSteps() {
  const queryClient = new QueryClient()
  const sent: string[] = []
  const api = {
    post: async (_path: string, body: { client_id: string }) => {
      sent.push(body.client_id)
      throw new TypeError('Failed to fetch')
    },
  } as unknown as Api
  let send: ReturnType<typeof useThreadSteps<object>>['send'] = () => undefined
  function Steps() {
    send = useThreadSteps<object>(3, () => '/api/steps').send
    return null
  }
  renderToString(
    <ApiContext value={api}>
      <QueryClientProvider client={queryClient}>
        <Steps />
      </QueryClientProvider>
    </ApiContext>,
  )
  const press = async (step: object) => {
    send(step, () => undefined)
    await expect.poll(() => queryClient.isMutating()).toBe(0)
  }
  return { queryClient, sent, press }
}

it('gives a step that is repeated its first id, until the thread shows that it was stored', async () => {
  const { queryClient, sent, press } = openLostSteps()
  await press({ amount: 30 })
  await press({ amount: 30 })
  const [first = ''] = sent
  expect(sent).toEqual([first, first])
  const stored = { id: 9, client_id: first } as Message
  queryClient.setQueryData<MessagePages>(queryKey, {
    pages: [{ results: [stored] } as MessagesPage],
    pageParams: [''],
  })
  // The seller may have declined the first offer. The same amount is another offer then.
  await press({ amount: 30 })
  await press({ amount: 30 })
  const [, , second] = sent
  expect(second).not.toBe(first)
  expect(sent).toEqual([first, first, second, second])
})
