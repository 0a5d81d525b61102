import { type FirebaseStorage, getStorage } from 'firebase/storage';
import { getFirebaseApp } from './app.ts';

export function getFileStorage(): FirebaseStorage {
  return getStorage(getFirebaseApp());
}
