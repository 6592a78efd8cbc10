import { ModerationShell } from '../moderation/moderation-shell.tsx'
import { RehearsalView } from '../moderation/rehearsal/rehearsal-view.tsx'
import { staffPage } from './staff-page.tsx'

export const { Component, loader } = staffPage(Rehearsal, () => null)

function Rehearsal() {
  return (
    <ModerationShell title="Rehearsal">
      <RehearsalView />
    </ModerationShell>
  )
}
