import { Cycle, DriveTime, Truck, UnknownVehicle } from '@blueprintjs/icons';
import type { VehicleType } from '@insuremanager/contracts/policies/policyKinds';
import type { ComponentType } from 'react';
import './VehicleTypeIcon.css';
import { labelOf } from '../../ui/labels';

/** A bus from its side; the icon set has none. */
const Bus = ({ size = 16 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
    <path
      fillRule="evenodd"
      d="M2 2h12a2 2 0 0 1 2 2v8h-1.3a2 2 0 0 1-3.9 0H6.2a2 2 0 0 1-3.9 0H0V4c0-1.1.9-2 2-2Zm0 2v4h3V4H2Zm4.5 0v4h3V4h-3ZM11 4v4h3V4h-3Z"
    />
  </svg>
);

const ICONS: Readonly<Record<VehicleType, ComponentType<{ size?: number }>>> = {
  car: DriveTime,
  bike: Cycle,
  truck: Truck,
  bus: Bus,
  other: UnknownVehicle,
};

/** Which kind of vehicle it is: by its shape, and by a word for those who do not see it. */
export function VehicleTypeIcon({ type, size = 16 }: { type: VehicleType; size?: number }) {
  const Icon = ICONS[type];
  return (
    <span className="vehicle-type" data-vehicle-type={type} title={labelOf(type)}>
      <Icon size={size} />
      <span className="visually-hidden">{labelOf(type)}</span>
    </span>
  );
}
