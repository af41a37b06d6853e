import type { ReactNode, SVGProps } from 'react';

interface SignProps extends SVGProps<SVGSVGElement> {
  /** Width and height in pixels. */
  size?: number;
}

/** An icon next to text. A control with only an icon needs its own label. */
function sign(drawing: ReactNode) {
  return function Sign({ size = 16, ...props }: SignProps) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        {...props}
      >
        {drawing}
      </svg>
    );
  };
}

export const CrownSign = sign(<path d="M4 18h16M4 14 2.5 6 8 10l4-6 4 6 5.5-4L20 14Z" />);
export const ShareSign = sign(<path d="M12 15V3m0 0L7.5 7.5M12 3l4.5 4.5M5 12v8h14v-8" />);
export const AgainSign = sign(<path d="M4 4v6h6M4.5 10A8 8 0 1 1 4 14" />);
export const DownSign = sign(<path d="m6 9 6 6 6-6" />);
export const EyeSign = sign(
  <>
    <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const ForkSign = sign(
  <>
    <circle cx="6" cy="18" r="3" />
    <circle cx="18" cy="6" r="3" />
    <path d="M6 15V3m12 6a9 9 0 0 1-9 9" />
  </>,
);
export const ChartSign = sign(<path d="M3 3v18h18M7 15l4-5 4 3 5-7" />);
export const HelpSign = sign(
  <>
    <circle cx="12" cy="12" r="10" />
    <path d="M9.2 9a3 3 0 1 1 4.3 2.9c-1 .5-1.5 1.1-1.5 2.1M12 17.5v.01" />
  </>,
);
