import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Checkbox } from '#web/ui/controls/checkbox.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { Chapter, Example } from './example.tsx'

export function OverlayExamples() {
  return (
    <Chapter
      title="What opens"
      text="Escape, the X or a press outside closes it, and the focus is back where it was."
    >
      <div className="grid gap-8 md:grid-cols-2">
        <Example title="Dialog, confirmation, sheet">
          <div className="flex flex-wrap gap-3">
            <Opener label="Open dialog">
              {(open, close) => (
                <Dialog
                  open={open}
                  onClose={close}
                  title="A word before you go"
                  footer={<Button onClick={close}>Understood</Button>}
                >
                  <p>The page behind stays where it is until you are done here.</p>
                  <Button
                    variant="secondary"
                    size="small"
                    className="mt-3"
                    onClick={() => showToast({ variant: 'info', text: 'Seen above the dialog.' })}
                  >
                    Say something
                  </Button>
                </Dialog>
              )}
            </Opener>
            <Opener label="Ask first">
              {(open, close) => (
                <ConfirmDialog
                  open={open}
                  title="Throw this away?"
                  confirmLabel="Throw away"
                  danger
                  onConfirm={close}
                  onClose={close}
                >
                  <p>This cannot be undone.</p>
                </ConfirmDialog>
              )}
            </Opener>
            <Opener label="Open sheet">
              {(open, close) => (
                <Sheet
                  open={open}
                  onClose={close}
                  title="Options"
                  footer={<Button onClick={close}>Apply</Button>}
                >
                  <TextField label="Colour" autoComplete="off" />
                  <Checkbox label="Only round ones" />
                  <Checkbox label="Only new ones" />
                </Sheet>
              )}
            </Opener>
          </div>
        </Example>
        <Example title="Menu">
          <div className="flex justify-end">
            <Menu label="Places">
              <a href="#main">Library</a>
              <a href="#main">Great hall</a>
              <a href="#main">Old gym</a>
            </Menu>
          </div>
        </Example>
        <Example title="Toast">
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              onClick={() => showToast({ variant: 'ok', text: 'Saved.' })}
            >
              Good news
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                showToast({
                  variant: 'danger',
                  text: "That didn't work. Please try again.",
                  action: { label: 'Retry', href: '#main' },
                })
              }
            >
              Bad news
            </Button>
          </div>
        </Example>
      </div>
    </Chapter>
  )
}

function Opener({
  label,
  children,
}: {
  label: string
  children: (open: boolean, close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {children(open, () => setOpen(false))}
    </>
  )
}
