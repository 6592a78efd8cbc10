import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MeetingOutcome, NoShowView } from '#contract/meeting-rules.ts'
import type { AnswerMeeting, ProposeMeeting, SharedLink } from '#contract/meetings.ts'
import type { Meeting } from '#contract/messages.ts'
import { apiPaths } from '#contract/paths.ts'
import { useApi } from '../../queries/api.ts'
import { messageKeys } from '../message-queries.ts'
import { messagesChanged } from '../message-updates.ts'
import { useThreadSteps } from '../use-thread-steps.ts'

export type MeetingStep = ProposeMeeting | AnswerMeeting

/** Sends proposals and answers, one at a time. */
export const useMeetingSteps = (threadId: number) =>
  useThreadSteps<MeetingStep>(threadId, (step) =>
    'answer' in step ? apiPaths.answerMeeting(threadId) : apiPaths.meetings(threadId),
  )

/** Sends something about a meeting that is no message, then reads the thread again. */
function useMeetingMutation<Values, Result>(
  threadId: number,
  send: (api: ReturnType<typeof useApi>, values: Values) => Promise<Result>,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: Values) => send(api, values),
    onSettled: async () => {
      messagesChanged(queryClient)
      await queryClient.refetchQueries({ queryKey: messageKeys.messages(threadId) })
    },
  })
}

/** Says how the meeting went. */
export const useMeetingOutcome = (threadId: number, meetingId: number) =>
  useMeetingMutation(threadId, (api, answer: MeetingOutcome | NoShowView) =>
    api.post(apiPaths.meetingOutcome(threadId), { meeting_id: meetingId, answer }),
  )

/** Makes the link for a friend, or ends it. */
export const useSharedLink = (threadId: number, { id }: Pick<Meeting, 'id'>) =>
  useMeetingMutation(threadId, async (api, wanted: 'share' | 'stop') => {
    const path = apiPaths.meetingShare(threadId, id)
    if (wanted === 'share') return (await api.post<SharedLink>(path)).url
    await api.delete(path)
    return undefined
  })
