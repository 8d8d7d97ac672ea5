<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="other" tilewidth="32" tileheight="32" tilecount="1" columns="0" objectalignment="center">
 <tile id="0">
  <image source="rock.png" width="32" height="32"/>
  <objectgroup><object id="1" x="8" y="0" width="16" height="32"/></objectgroup>
 </tile>
</tileset>
