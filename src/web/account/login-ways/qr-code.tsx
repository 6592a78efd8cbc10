import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Readers expect four empty modules around the code. */
const margin = 4

/** A QR code, with the empty border that readers expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="second-factor-setup-qr"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function draw(text: string) {
  const code = qrcode(0, 'L')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const rows = Array.from({ length: count }, (_, row) => row)
  const path = rows
    .flatMap((row) =>
      rows
        .filter((column) => code.isDark(row, column))
        .map((column) => `M${column + margin} ${row + margin}h1v1h-1z`),
    )
    .join('')
  return { size: count + 2 * margin, path }
}
