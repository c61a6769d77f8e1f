/** Card marks of our own that tell the brands apart, also without colour. */
import type { Brand } from '#shared/payments/card.ts';
import parts from '#renderer/ui/parts.module.css';
import { useText } from '#renderer/words/i18n.ts';

/** Set `decorative` when the brand's name stands beside it. */
export function CardMark({
  brand,
  decorative = false,
}: {
  readonly brand: Brand | null;
  readonly decorative?: boolean;
}) {
  const { t } = useText();
  const named =
    decorative || brand === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(`brand.${brand}`) };
  return (
    <svg {...named} width="31" height="20" viewBox="0 0 34 22" fill="none">
      {brand === 'VISA' ? <Visa /> : brand === 'MASTERCARD' ? <Mastercard /> : <Blank />}
    </svg>
  );
}

/** The mark of a card with its last four digits; nothing without a card. */
export function CardEnd({ card }: { readonly card: { readonly brand: Brand; readonly lastFour: string } | null }) {
  if (card === null) return null;
  return (
    <span className={parts.line}>
      <CardMark brand={card.brand} />
      {card.lastFour}
    </span>
  );
}

function Visa() {
  return (
    <>
      <rect width="34" height="22" rx="3" fill="#1b2f7d" />
      <text
        x="17"
        y="14.4"
        fill="#fff"
        fontFamily="'Inter Variable', sans-serif"
        fontSize="10.5"
        fontWeight="800"
        letterSpacing="0.2"
        textAnchor="middle"
        transform="skewX(-10) translate(2.4 0)"
      >
        VISA
      </text>
      <path d="M0 18.6h34v.4a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3v-.4Z" fill="#f0a92b" />
    </>
  );
}

function Mastercard() {
  return (
    <>
      <rect x="0.5" y="0.5" width="33" height="21" rx="2.5" fill="#23282e" stroke="#5b656f" strokeWidth="0.75" />
      <circle cx="13.4" cy="11" r="6.6" fill="#e2231a" />
      <circle cx="20.6" cy="11" r="6.6" fill="#f6a01a" />
      <path d="M17 5.47a6.6 6.6 0 0 1 0 11.06 6.6 6.6 0 0 1 0-11.06Z" fill="#f5642d" />
    </>
  );
}

function Blank() {
  return (
    <g stroke="var(--ink-faint)" strokeWidth="1.25">
      <rect x="0.7" y="0.7" width="32.6" height="20.6" rx="2.6" />
      <path d="M1 6.5h32M5 15.5h7" />
    </g>
  );
}
