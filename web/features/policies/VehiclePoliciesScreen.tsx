import { PoliciesScreen } from './PoliciesScreen';

export default function VehiclePoliciesScreen() {
  return <PoliciesScreen kind="vehicle" />;
}
