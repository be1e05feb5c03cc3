import type { LetterheadField } from '@insuremanager/contracts/agency/agencyFields';
import { PRODUCT_NAME } from '@insuremanager/contracts/agency/letterhead';
import type { AgencySettings } from './useAgencySettings';
import type { Texts } from './useSettingsForm';

interface LetterheadPreviewProps {
  values: Texts<LetterheadField>;
  logo: AgencySettings['logo'];
}

/** PDF header preview with what is typed: paper is white in the dark, too. */
export function LetterheadPreview({ values, logo }: LetterheadPreviewProps) {
  const { name, address, phone, email, website, licence, gstin } = values;
  const registrations = [licence && `Licence ${licence}`, gstin && `GSTIN ${gstin}`];
  return (
    <figure className="letterhead-preview">
      <figcaption className="visually-hidden">PDF header preview</figcaption>
      <div className="letterhead-paper">
        {logo && <img src={logo.path} alt="Logo" />}
        <div className="letterhead-name">
          <strong dir="auto">{name.trim() || PRODUCT_NAME}</strong>
          <Lines lines={[address, registrations.filter(Boolean).join('  ·  ')]} />
        </div>
        <div className="letterhead-contacts">
          <Lines lines={[phone, email, website]} />
        </div>
      </div>
    </figure>
  );
}

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines
    .filter((line) => line.trim() !== '')
    .map((line) => (
      <span key={line} dir="auto">
        {line}
      </span>
    ));
