import './second-factor-setup.css'
import { CopyIcon, DownloadIcon } from 'lucide-react'
import { campus } from '#campus/campus.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LinkButton } from '../../ui/controls/link-button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** The recovery codes, which the student sees once, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${campus.brand} recovery codes. Each works once.\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ variant: 'ok', text: 'Codes copied.' }),
      () => showToast({ variant: 'danger', text: "We couldn't copy them. Write them down." }),
    )
  return (
    <>
      <ul aria-label="Recovery codes" className="second-factor-setup-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={copy}>
          <CopyIcon size={18} />
          Copy
        </Button>
        <LinkButton
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="quad-recovery-codes.txt"
          variant="secondary"
          size="small"
        >
          <DownloadIcon size={18} />
          Download
        </LinkButton>
      </div>
    </>
  )
}
